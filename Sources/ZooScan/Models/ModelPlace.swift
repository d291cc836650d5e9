/// Where a model lies, and in which layout.
struct ModelPlace: Sendable {
    /// The layouts of a model.
    enum Source: Sendable, Hashable {
        /// The one that the program carries in itself.
        case embedded
        /// Weights beside a `config.json`, as Hugging Face and timm store them.
        case checkpoint(configuration: PhotoPath, weights: PhotoPath)
        /// A file that holds the whole network.
        case file(PhotoPath, FileFormat)
    }

    /// The formats of files that hold the whole network.
    enum FileFormat: String, Sendable, Hashable {
        case onnx
        case tfLite = "tflite"
    }

    /// What the model is called where its description has no name for it.
    let name: String
    let source: Source
    /// The `zooscan.json` that goes with it.
    let description: DescriptionFile?

    /// The file that holds the weights.
    var weights: PhotoPath {
        switch source {
        case .embedded: PhotoPath("the embedded model")
        case .checkpoint(_, let weights): weights
        case .file(let file, _): file
        }
    }

    /// The file that says how the model wants its photos, there or not.
    var configuration: PhotoPath {
        switch source {
        case .embedded: PhotoPath("the embedded model")
        case .checkpoint(let configuration, _): configuration
        case .file(let file, _): description?.path ?? file
        }
    }
}

extension PhotoPath {
    /// The folder that a file is in, with its closing slash; empty names stand for the folder at hand.
    var folder: PhotoPath {
        let place = bytes.dropLast(lastComponent.count)
        return PhotoPath(bytes: place.isEmpty ? Array("./".utf8) : Array(place))
    }
}
