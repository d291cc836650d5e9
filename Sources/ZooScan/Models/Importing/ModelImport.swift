import Glibc
import ZooNet

/// Installs models: complete, under a name that works from anywhere.
package enum ModelImport {
    /// Stores a model.
    ///
    /// It is written beside the others under a hidden name, run there, and only then given its own: there is never half a
    /// model.
    ///
    /// - Parameters:
    ///   - model: Its path or name.
    ///   - name: Letters, digits, points, dashes and underscores.
    ///   - options: What its own description lacks.
    ///   - replaces: Whether a model of that name makes room.
    ///   - folder: The folder of models; `nil` for the one that `ZOOSCAN_MODELS` names, or the user's own.
    /// - Returns: The model's folder.
    package static func run(
        _ model: PhotoPath, name: String, options: ModelOptions, replaces: Bool, into folder: PhotoPath? = nil
    ) throws(ZooScanError) -> PhotoPath {
        try check(name)
        let folder = if let folder { folder } else { try ModelFolders.ofImports() }
        let place = folder.appending(name)
        if !replaces, PhotoFile.isThere(place) { throw exists(place) }
        let original = try Model(ModelLocator.locate(model), options)
        let stored = try StoredModel(original)
        try makeFolder(folder)
        tidy(name, in: folder)
        let unfinished = folder.appending(hidden(Array(name.utf8), "import") + "\(getpid())".utf8)
        removeTree(unfinished)
        do throws(ZooScanError) {
            try makeFolder(unfinished)
            try write(original, stored, into: unfinished)
            try verify(unfinished, against: original)
            try appear(unfinished, as: place, replaces: replaces)
        } catch {
            removeTree(unfinished)
            throw error
        }
        return place
    }

    private static func check(_ name: String) throws(ZooScanError) {
        func wrong(_ cause: String) -> ZooScanError {
            ZooScanError(.modelName, path: nil, "“\(PhotoPath(name))” cannot be a model's name: \(cause)")
        }
        let isAllowed = name.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || $0.properties.numericType != nil || "._-".unicodeScalars.contains($0))
        }
        guard !name.isEmpty, name.utf8.count <= 100, isAllowed else {
            throw wrong("expected are up to 100 letters, digits, points, dashes and underscores")
        }
        guard let first = name.first, first != ".", first != "-" else {
            throw wrong("it begins with a point or a dash")
        }
        guard name != ModelLocator.defaultName else { throw wrong("the built-in model has it") }
    }

    private static func exists(_ place: PhotoPath) -> ZooScanError {
        ZooScanError(.modelExists, path: place, "is there already; --replace puts the new model in its place")
    }

    private static func unwritable(_ path: PhotoPath, _ reason: Int32 = errno) -> ZooScanError {
        ZooScanError(
            reason == ENOSPC || reason == EDQUOT ? .diskFull : .modelUnwritable, path: path,
            "cannot be written: \(String(cString: strerror(reason)))")
    }

    // MARK: - Writing

    private static func write(
        _ model: Model, _ stored: StoredModel, into folder: PhotoPath
    ) throws(ZooScanError) {
        try write(model.weights.bytes, to: folder.appending(stored.weightsName))
        for name in NetworkFiles.externalFiles(of: model.network) {
            let source = model.place.weights.folder.appending(name)
            let target = folder.appending(name)
            guard stored.files[PhotoPath(bytes: name).text] == nil else {
                throw ZooScanError(.modelName, path: source, "has the name of a file that describes the model")
            }
            let file: WeightFile
            do throws(ModelError) {
                file = try WeightFile(mapping: source.bytes)
            } catch {
                throw ZooScanError(error, path: source)
            }
            try makeFolder(target.folder)
            try write(file.bytes, to: target)
        }
        for (name, bytes) in stored.files {
            let result = bytes.withUnsafeBytes { buffer in
                Result { () throws(ZooScanError) in try write(buffer, to: folder.appending(name)) }
            }
            try result.get()
        }
        try synchronize(folder)
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to path: PhotoPath) throws(ZooScanError) {
        let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644) }
        guard descriptor >= 0 else { throw unwritable(path) }
        defer { close(descriptor) }
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw unwritable(path)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
        guard fsync(descriptor) == 0 else { throw unwritable(path) }
    }

    private static func synchronize(_ folder: PhotoPath) throws(ZooScanError) {
        let descriptor = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw unwritable(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw unwritable(folder) }
    }

    private static func makeFolder(_ folder: PhotoPath) throws(ZooScanError) {
        if ModelFolders.isFolder(folder) { return }
        let trimmed = PhotoPath(bytes: Array(folder.bytes.reversed().drop { $0 == 0x2F }.reversed()))
        if trimmed.bytes.contains(0x2F), trimmed.folder.bytes != [0x2F] { try makeFolder(trimmed.folder) }
        guard trimmed.withCString({ mkdir($0, 0o755) }) == 0 || ModelFolders.isFolder(trimmed) else {
            throw unwritable(folder)
        }
    }

    // MARK: - Verifying

    /// Loads what was written and runs it: it must be the model that was asked for.
    private static func verify(_ folder: PhotoPath, against original: Model) throws(ZooScanError) {
        let copy = try Model(ModelLocator.locate(folder), ModelOptions())
        guard copy.labels == original.labels, copy.specification == original.specification,
            copy.answersProbabilities == original.answersProbabilities
        else {
            throw ZooScanError(
                .modelAnswers, path: original.place.weights, "was not the same model once it was stored")
        }
        let check = try ModelCheck(copy, golden: nil, tolerance: nil)
        let (found, wanted) = (ModelCheck.answers(of: copy), ModelCheck.answers(of: original))
        guard check.passes, found == wanted else {
            throw ZooScanError(
                .modelAnswers, path: original.place.weights,
                found.allSatisfy(\.isFinite)
                    ? "does not answer twice alike, so it was not imported"
                    : "answers with what is no number, so it was not imported")
        }
    }

    // MARK: - Appearing

    private static func appear(
        _ unfinished: PhotoPath, as place: PhotoPath, replaces: Bool
    ) throws(ZooScanError) {
        if replaces, PhotoFile.isThere(place) {
            // The system replaces no folder that holds anything, so the old model steps aside for a moment.
            let aside = place.folder.appending(hidden(place.lastComponent, "replaced") + "\(getpid())".utf8)
            removeTree(aside)
            try rename(place, to: aside)
            do throws(ZooScanError) {
                try rename(unfinished, to: place)
            } catch {
                try? rename(aside, to: place)
                throw error
            }
            removeTree(aside)
        } else {
            try rename(unfinished, to: place)
        }
        try synchronize(place.folder)
    }

    private static func rename(_ from: PhotoPath, to place: PhotoPath) throws(ZooScanError) {
        let isDone = from.withCString { from in place.withCString { to in Glibc.rename(from, to) } } == 0
        if isDone { return }
        let reason = errno
        // Another import was faster.
        if reason == ENOTEMPTY || reason == EEXIST || reason == ENOTDIR { throw exists(place) }
        throw unwritable(place, reason)
    }

    /// How the hidden names begin that belong to a model; the number of a process follows.
    private static func hidden(_ name: [UInt8], _ state: String) -> [UInt8] { [0x2E] + name + ".\(state)-".utf8 }

    /// Removes what imports of the same name left that were killed, and brings back a model that was to be replaced.
    private static func tidy(_ name: String, in folder: PhotoPath) {
        for state in ["import", "replaced"] {
            let prefix = hidden(Array(name.utf8), state)
            for entry in ModelFolders.entries(of: folder) where entry.starts(with: prefix) {
                guard let process = pid_t(String(decoding: entry.dropFirst(prefix.count), as: UTF8.self)), process > 0,
                    kill(process, 0) != 0, errno == ESRCH
                else { continue }
                let (path, place) = (folder.appending(entry), folder.appending(name))
                if state == "replaced", !PhotoFile.isThere(place) { try? rename(path, to: place) }
                removeTree(path)
            }
        }
    }

    /// Removes a folder with all that is in it; links are not followed.
    private static func removeTree(_ path: PhotoPath) {
        var status = stat()
        guard path.withCString({ lstat($0, &status) }) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            _ = path.withCString { unlink($0) }
            return
        }
        for entry in ModelFolders.entries(of: path) { removeTree(path.appending(entry)) }
        _ = path.withCString { rmdir($0) }
    }
}
