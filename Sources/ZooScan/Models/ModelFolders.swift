import Glibc

/// The folders that hold installed models, each in a folder of its name.
enum ModelFolders {
    /// Where models are looked for, the first before the others: the folder that `ZOOSCAN_MODELS` names, the user's own,
    /// `share/zooscan/models` beside the program's `bin`, and `Models` of a checkout that the program was built in.
    static var all: [PhotoPath] {
        var folders = [environment("ZOOSCAN_MODELS"), ofUser].compactMap { $0 }
        var place = executable()
        // The program itself, then each folder above it.
        for _ in 0..<6 where !place.bytes.isEmpty {
            place = PhotoPath(bytes: Array(place.bytes.prefix(upTo: place.bytes.lastIndex(of: 0x2F) ?? 0)))
            folders.append(place.appending("share/zooscan/models"))
            if isThere(place.appending("Package.swift")) { folders.append(place.appending("Models")) }
        }
        return folders.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Where models are imported to: the folder that `ZOOSCAN_MODELS` names, or the user's own.
    static func ofImports() throws(ZooScanError) -> PhotoPath {
        if let folder = environment("ZOOSCAN_MODELS") ?? ofUser { return folder }
        throw ZooScanError(
            .noStoreFolder, path: nil,
            "no folder for models is known, as HOME is not set: name one by ZOOSCAN_MODELS")
    }

    /// `zooscan/models` in `$XDG_DATA_HOME` or `~/.local/share`.
    private static var ofUser: PhotoPath? {
        // The specification wants a relative path to be ignored.
        if let data = environment("XDG_DATA_HOME"), data.bytes.first == 0x2F {
            return data.appending("zooscan/models")
        }
        return environment("HOME")?.appending(".local/share/zooscan/models")
    }

    /// The names and folders of the installed models, by name; where several have one name, the one that is found.
    static func installed() -> [(name: String, folder: PhotoPath)] {
        var found: [String: PhotoPath] = [:]
        for folder in all {
            for entry in entries(of: folder) where entry.first != 0x2E {
                let place = folder.appending(entry)
                let name = PhotoPath(bytes: entry).description
                if found[name] == nil, holdsModel(place) { found[name] = place }
            }
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Whether a folder says that it holds a model.
    static func holdsModel(_ folder: PhotoPath) -> Bool {
        isThere(folder.appending(ModelConfiguration.name)) || isThere(folder.appending(DescriptionFile.name))
    }

    /// The names in a folder; none if it cannot be read.
    static func entries(of folder: PhotoPath) -> [[UInt8]] {
        guard let handle = folder.withCString(opendir) else { return [] }
        defer { closedir(handle) }
        var names: [[UInt8]] = []
        while let entry = readdir(handle) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
        }
        return names
    }

    static func isThere(_ path: PhotoPath) -> Bool { path.withCString { access($0, F_OK) } == 0 }

    static func isFolder(_ path: PhotoPath) -> Bool {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func environment(_ name: String) -> PhotoPath? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return PhotoPath(bytes: Array(UnsafeRawBufferPointer(start: value, count: strlen(value))))
    }

    private static func executable() -> PhotoPath {
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            count = buffer.withMemoryRebound(to: CChar.self) {
                max(readlink("/proc/self/exe", $0.baseAddress!, $0.count), 0)
            }
        }
        return PhotoPath(bytes: bytes)
    }
}
