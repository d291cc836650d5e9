import ZooImage
import ZooNet
import ZooProcessor

/// All that is to be known of a model, for people and programs.
package struct ModelSummary: Sendable {
    /// One step of the network's plan.
    package struct Step: Sendable, Hashable {
        package let name, operation, shape, kernel: String
        package let multiplyAdds: Int
    }

    /// How photos become its input.
    package struct Input: Sendable, Hashable {
        package let height, width: Int
        package let mean, standardDeviation: [Float]
        package let resizeMode, interpolation, channelOrder: String
        /// Only where photos are cropped.
        package let cropFraction: Double?
        /// How many pictures it takes at a time; `nil` for any number.
        package let batch: Int?
    }

    package let name: String
    /// "safetensors", "ONNX" or "TensorFlow Lite".
    package let format: String
    /// The architecture's name, or the program that wrote the file.
    package let origin: String?
    /// The file that holds the weights.
    package let path: PhotoPath
    package let isEmbedded: Bool
    package let input: Input
    package let labels: [ModelLabel]
    package let parameters, multiplyAdds: Int
    package let answersProbabilities: Bool
    /// Bytes of the weights' file.
    package let fileSize: Int
    package let sha256: String
    /// The instruction set of the kernels.
    package let kernels: String
    package let steps: [Step]

    /// Loads a model and looks at it.
    ///
    /// - Parameter model: Its path or name; `nil` for the embedded one.
    package init(of model: PhotoPath?, options: ModelOptions = ModelOptions()) throws(ZooScanError) {
        try self.init(Model(model.map(ModelLocator.locate) ?? ModelLocator.embedded, options))
    }

    init(_ model: Model) {
        let wanted = model.specification
        func list(_ colours: SIMD3<Float>) -> [Float] { [colours.x, colours.y, colours.z] }
        name = model.name
        format = model.network.format
        origin = model.network.origin
        path = model.place.weights
        isEmbedded = model.place.source == .embedded
        input = Input(
            height: wanted.height, width: wanted.width, mean: list(wanted.mean),
            standardDeviation: list(wanted.standardDeviation), resizeMode: wanted.resizeMode.rawValue,
            interpolation: wanted.interpolation.rawValue, channelOrder: wanted.channelOrder.rawValue,
            cropFraction: wanted.resizeMode == .crop ? wanted.cropFraction : nil,
            batch: model.network.declaredInput.batch)
        labels = model.labels
        parameters = model.parameters
        multiplyAdds = model.multiplyAdds
        answersProbabilities = model.answersProbabilities
        fileSize = model.fileSize
        sha256 = model.sha256()
        kernels = model.plan.instructions.rawValue
        steps = model.plan.steps.map {
            Step(
                name: $0.name, operation: $0.operation, shape: $0.shape, kernel: $0.kernel,
                multiplyAdds: $0.multiplyAdds)
        }
    }

    /// A model that is installed, or why it cannot be used.
    package struct Installed: Sendable {
        package let name: String
        /// Its folder; `nil` for the embedded one.
        package let folder: PhotoPath?
        package let summary: Result<ModelSummary, ZooScanError>
    }

    /// The embedded model, and the installed ones by name.
    package static func installed() -> [Installed] {
        let others = ModelFolders.installed().filter { $0.name != ModelLocator.defaultName }.map {
            ($0.name, Optional($0.folder))
        }
        return ([(ModelLocator.defaultName, nil)] + others).map { name, folder in
            do throws(ZooScanError) {
                return Installed(name: name, folder: folder, summary: .success(try ModelSummary(of: folder)))
            } catch {
                return Installed(name: name, folder: folder, summary: .failure(error))
            }
        }
    }
}
