import Glibc

/// Finds models by their paths and names.
enum ModelLocator {
    /// The name of the model that the program carries in itself.
    static let defaultName = "efficientnet-lite0"

    /// The place of a model that was given as a folder, a file or a name.
    ///
    /// A path at which there is a model wins over a name, and an installed model over the embedded one.
    static func locate(_ model: PhotoPath) throws(ZooScanError) -> ModelPlace {
        let isFolder = ModelFolders.isFolder(model)
        if isFolder, ModelFolders.holdsModel(model) { return try folder(model, name: nameOfFolder(model)) }
        if !isFolder, ModelFolders.isThere(model) { return try file(model) }
        // A folder of photos may well have the name of a model.
        if !model.bytes.contains(UInt8(ascii: "/")) {
            for folder in ModelFolders.all {
                let candidate = folder.appending(model.bytes)
                if ModelFolders.holdsModel(candidate) { return try self.folder(candidate, name: model.description) }
            }
            if model == PhotoPath(defaultName) { return embedded }
        }
        if isFolder { return try folder(model, name: nameOfFolder(model)) }
        let installed = Set(ModelFolders.installed().map(\.name) + [defaultName]).sorted()
        throw ZooScanError(
            .modelNotFound, path: model,
            "there is no such file or folder and no model of that name. Installed are: "
                + installed.joined(separator: ", "))
    }

    static let embedded = ModelPlace(name: defaultName, source: .embedded, description: nil)

    // MARK: - Folders

    private static func folder(_ folder: PhotoPath, name: String) throws(ZooScanError) -> ModelPlace {
        let description = try DescriptionFile(in: folder)
        let isCheckpoint = ModelFolders.isThere(folder.appending(ModelConfiguration.name))
        if let description, let file = description.model {
            let path = folder.appending(file)
            guard ModelFolders.isThere(path) else {
                throw ZooScanError(
                    .modelNotFound, path: description.path, "names the model \(PhotoPath(file)), which is not beside it"
                )
            }
            return try place(of: path, name: name, description: description)
        }
        let files = ModelFolders.entries(of: folder).map { PhotoPath(bytes: $0) }
            .filter { $0.bytes.first != 0x2E && format(of: $0, in: folder) != nil }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        if let description, !files.isEmpty {
            guard files.count == 1 else {
                throw ZooScanError(
                    .modelConfiguration, path: description.path,
                    "lies beside \(files.map(\.description).joined(separator: ", ")): name one of them as “model”")
            }
            return try place(of: folder.appending(files[0].bytes), name: name, description: description)
        }
        if isCheckpoint {
            return ModelPlace(
                name: name,
                source: .checkpoint(
                    configuration: folder.appending(ModelConfiguration.name),
                    weights: folder.appending("model.safetensors")), description: description)
        }
        let hint = files.first.map { " To use \($0), name that file." } ?? ""
        throw ZooScanError(
            .modelNotFound, path: folder,
            "holds no model: expected are config.json and model.safetensors, as Hugging Face and timm store them, or "
                + "zooscan.json beside an .onnx or .tflite file.\(hint)")
    }

    /// A folder's own name, also where its path ends in a slash or is a point.
    private static func nameOfFolder(_ folder: PhotoPath) -> String {
        let trimmed = PhotoPath(bytes: Array(folder.bytes.reversed().drop { $0 == 0x2F }.reversed()))
        let last = trimmed.lastComponent
        guard last.isEmpty || last.allSatisfy({ $0 == 0x2E }), let real = folder.withCString({ realpath($0, nil) })
        else { return PhotoPath(bytes: last).description }
        defer { free(real) }
        let path = PhotoPath(bytes: Array(UnsafeRawBufferPointer(start: real, count: strlen(real))))
        return PhotoPath(bytes: path.lastComponent).description
    }

    // MARK: - Files

    private static func file(_ file: PhotoPath) throws(ZooScanError) -> ModelPlace {
        var description = try DescriptionFile(in: file.folder)
        // One that belongs to another file beside it says nothing of this one.
        if let model = description?.model, Array(model.utf8) != file.lastComponent { description = nil }
        var name = file.lastComponent
        if let point = name.lastIndex(of: UInt8(ascii: ".")), point > 0 { name = Array(name[..<point]) }
        if hasEnding(file, ".safetensors") {
            return try place(of: file, name: nameOfFolder(file.folder), description: description)
        }
        return try place(of: file, name: PhotoPath(bytes: name).description, description: description)
    }

    /// The place of a model whose file is known.
    private static func place(
        of file: PhotoPath, name: String, description: DescriptionFile?
    ) throws(ZooScanError) -> ModelPlace {
        if let format = format(of: file) {
            return ModelPlace(name: name, source: .file(file, format), description: description)
        }
        let configuration = file.folder.appending(ModelConfiguration.name)
        guard hasEnding(file, ".safetensors"), ModelFolders.isThere(configuration) else {
            throw ZooScanError(
                .modelNotFound, path: file,
                "is no model: expected is an .onnx or .tflite file, or a folder with config.json and model.safetensors")
        }
        return ModelPlace(
            name: name, source: .checkpoint(configuration: configuration, weights: file), description: description)
    }

    private static func format(of name: PhotoPath, in folder: PhotoPath) -> ModelPlace.FileFormat? {
        if hasEnding(name, ".onnx") { return .onnx }
        return hasEnding(name, ".tflite") ? .tfLite : nil
    }

    /// The format that a file has by its contents, or else by its name.
    private static func format(of file: PhotoPath) -> ModelPlace.FileFormat? {
        let head = start(of: file)
        if head.count == 8, head.suffix(4).elementsEqual("TFL3".utf8) { return .tfLite }
        if let format = format(of: file, in: file.folder) { return format }
        // A protocol buffer has no mark of its own, but all writers begin ONNX with the field of its version.
        let isONNX =
            head.count == 8 && head[0] == 0x08 && (3...20).contains(head[1]) && !hasEnding(file, ".safetensors")
        return isONNX ? .onnx : nil
    }

    private static func hasEnding(_ path: PhotoPath, _ ending: String) -> Bool {
        String(decoding: path.bytes.suffix(ending.utf8.count), as: UTF8.self).lowercased() == ending
    }

    /// The first eight bytes of a file; none of what is no file.
    private static func start(of file: PhotoPath) -> [UInt8] {
        let descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        return [UInt8](unsafeUninitializedCapacity: 8) { buffer, count in
            count = max(pread(descriptor, buffer.baseAddress!, 8, 0), 0)
        }
    }
}
