import Glibc

/// The files beside a model in which it keeps tensors that are too large for its own.
///
/// A model says which files those are, and a model may come from anywhere: only regular files inside one folder are
/// opened, and no symbolic link in it is followed, so that no model can have another file of the user's read.
final class ONNXExternalData {
    private let folder: [UInt8]
    /// The files that were opened, by their place in the folder; each is mapped once.
    private var files: [String: WeightFile] = [:]

    /// The places in the folder of the files that were opened, in order.
    var places: [String] { files.keys.sorted() }

    /// - Parameter folder: The path of the folder, as the bytes that the system uses; empty for the current one.
    init(folder: [UInt8]) {
        self.folder = folder.isEmpty ? [UInt8(ascii: ".")] : folder
    }

    /// Finds the bytes of a tensor.
    ///
    /// - Parameters:
    ///   - entries: The tensor's `external_data`. A length that is left out is that of the tensor.
    ///   - count: The bytes that the tensor takes.
    ///   - label: What errors call the tensor.
    func bytes(
        _ entries: [String: String], count: Int, _ label: String
    ) throws(ModelError) -> (WeightFile, Range<Int>) {
        guard let location = entries["location"] else {
            throw ModelError(.corrupt, "\(label) lies in another file, but it does not say in which")
        }
        let place = "\(label) in the file \(quoted(location))"
        let offset = try number(entries["offset"], "offset", place) ?? 0
        let length = try number(entries["length"], "length", place) ?? count
        guard length == count else {
            throw ModelError(.corrupt, "\(place) needs \(count) bytes, but has a length of \(length)")
        }
        let file = try file(location, label)
        guard offset <= file.bytes.count, length <= file.bytes.count - offset else {
            throw ModelError(
                .corrupt,
                "\(place) takes \(length) bytes from byte \(offset) on, but that file ends after \(file.bytes.count)")
        }
        return (file, offset..<offset + length)
    }

    private func number(_ text: String?, _ key: String, _ place: String) throws(ModelError) -> Int? {
        guard let text else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw ModelError(.corrupt, "\(place) has the impossible \(key) \(quoted(text))")
        }
        return number
    }

    private func file(_ location: String, _ label: String) throws(ModelError) -> WeightFile {
        let steps = location.utf8.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
        guard !location.utf8.starts(with: "/".utf8), !location.utf8.contains(0), !steps.isEmpty,
            !steps.contains(where: { $0.elementsEqual("..".utf8) })
        else {
            throw ModelError(
                .corrupt,
                "\(label) wants the file \(quoted(location)); a model's data must lie in its own folder or below")
        }
        let key = steps.map { String($0)! }.joined(separator: "/")
        if let file = files[key] { return file }
        do throws(ModelError) {
            let file = try open(steps.map { Array($0) })
            files[key] = file
            return file
        } catch {
            // An empty file is no reason to call the model something else than a model.
            throw ModelError(
                error.code == .notAModel ? .corrupt : error.code,
                "\(label) lies in the file \(quoted(location)) in the model's folder, which \(error.cause)")
        }
    }

    /// Goes down folder by folder, so that none of them can be exchanged for a link on the way.
    private func open(_ steps: [[UInt8]]) throws(ModelError) -> WeightFile {
        // The folder itself is the user's choice and may be a link.
        var descriptor = try open(folder, in: AT_FDCWD, O_DIRECTORY)
        defer { close(descriptor) }
        for step in steps.dropLast() {
            let next = try open(step, in: descriptor, O_DIRECTORY | O_NOFOLLOW)
            close(descriptor)
            descriptor = next
        }
        // Without O_NONBLOCK opening a pipe would wait for somebody to write into it.
        let file = try open(steps.last!, in: descriptor, O_NOFOLLOW | O_NONBLOCK)
        defer { close(file) }
        return try WeightFile(mapping: file)
    }

    private func open(_ name: [UInt8], in folder: Int32, _ flags: Int32) throws(ModelError) -> Int32 {
        let descriptor = (name + [0]).withUnsafeBytes {
            openat(folder, $0.baseAddress!.assumingMemoryBound(to: CChar.self), O_RDONLY | O_CLOEXEC | flags)
        }
        guard descriptor < 0 else { return descriptor }
        let reason = errno
        var status = stat()
        let isLink =
            flags & O_NOFOLLOW != 0
            && (name + [0]).withUnsafeBytes {
                fstatat(
                    folder, $0.baseAddress!.assumingMemoryBound(to: CChar.self), &status, AT_SYMLINK_NOFOLLOW)
            } == 0 && status.st_mode & S_IFMT == S_IFLNK
        throw isLink
            ? ModelError(
                .unsupported,
                "is reached by a symbolic link, which ZooScan does not follow for a model: put the file itself there")
            : ModelError(.unreadable, "cannot be opened: \(String(cString: strerror(reason)))")
    }
}
