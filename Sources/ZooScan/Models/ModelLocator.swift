import Glibc

/// Finds models by their names.
enum ModelLocator {
    /// The name of the model that the program carries in itself.
    static let defaultName = "efficientnet-lite0"

    /// The folder of a model that was given as a path or as a name; `nil` for the embedded one.
    ///
    /// A path that exists wins over a name. Named models are looked for in the folder that `ZOOSCAN_MODELS` names, in
    /// `share/zooscan/models` beside the program's `bin`, and in `Models` of a checkout that the program was built in.
    static func locate(_ model: PhotoPath) throws(ZooScanError) -> PhotoPath? {
        if exists(model.appending("config.json")) { return model }
        if isFolder(model) {
            throw ZooScanError(
                .modelNotFound, path: model,
                "holds no model: expected are config.json and model.safetensors, as Hugging Face and timm store them")
        }
        if exists(model) {
            let folder = PhotoPath(bytes: model.bytes.dropLast(model.lastComponent.count) + Array("./".utf8))
            if model.bytes.suffix(12).elementsEqual(".safetensors".utf8), exists(folder.appending("config.json")) {
                return folder
            }
            throw ZooScanError(
                .modelNotFound, path: model,
                "is no model folder: expected is a folder with config.json and model.safetensors")
        }
        let folders = searchFolders()
        if !model.bytes.contains(UInt8(ascii: "/")) {
            for folder in folders {
                let candidate = folder.appending(model.bytes)
                if exists(candidate.appending("config.json")) { return candidate }
            }
            if model == PhotoPath(defaultName) { return nil }
        }
        throw ZooScanError(
            .modelNotFound, path: model,
            "there is no such folder and no model of that name. Installed are: "
                + (installed(in: folders) + [defaultName]).reduce(into: [String]()) {
                    if !$0.contains($1) { $0.append($1) }
                }.sorted().joined(separator: ", "))
    }

    private static func searchFolders() -> [PhotoPath] {
        var folders: [PhotoPath] = []
        if let named = getenv("ZOOSCAN_MODELS"), named.pointee != 0 {
            folders.append(PhotoPath(bytes: Array(UnsafeRawBufferPointer(start: named, count: strlen(named)))))
        }
        var place = executable()
        // The program itself, then each folder above it.
        for _ in 0..<6 where !place.bytes.isEmpty {
            place = PhotoPath(bytes: Array(place.bytes.prefix(upTo: place.bytes.lastIndex(of: 0x2F) ?? 0)))
            folders.append(place.appending("share/zooscan/models"))
            if exists(place.appending("Package.swift")) { folders.append(place.appending("Models")) }
        }
        return folders
    }

    private static func installed(in folders: [PhotoPath]) -> [String] {
        folders.flatMap { folder -> [String] in
            guard let handle = folder.withCString(opendir) else { return [] }
            defer { closedir(handle) }
            var names: [String] = []
            while let entry = readdir(handle) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
                if exists(folder.appending(name).appending("config.json")), name.first != 0x2E {
                    names.append(PhotoPath(bytes: name).description)
                }
            }
            return names
        }
    }

    private static func executable() -> PhotoPath {
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            count = buffer.withMemoryRebound(to: CChar.self) {
                max(readlink("/proc/self/exe", $0.baseAddress!, $0.count), 0)
            }
        }
        return PhotoPath(bytes: bytes)
    }

    private static func exists(_ path: PhotoPath) -> Bool { path.withCString { access($0, F_OK) } == 0 }

    private static func isFolder(_ path: PhotoPath) -> Bool {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
