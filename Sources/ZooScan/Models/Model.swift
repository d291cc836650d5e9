import Synchronization
import ZooImage
import ZooNet
import ZooProcessor

/// A loaded model: the network's plan, what it wants for input, and what its outputs stand for.
final class Model: Sendable {
    /// The folder's name, or the embedded model's.
    let name: String
    let plan: Plan
    let specification: InputSpecification
    let labels: [ModelLabel]
    let taxonomy: Taxonomy
    /// The numbers that training has set.
    let parameters: Int
    /// Multiplications with a weight for one photo.
    let multiplyAdds: Int

    private let network: any Architecture
    private let weights: WeightFile
    private let weightsPath: PhotoPath
    private let knownSHA256: Mutex<String?>

    /// Loads the model that the program carries in itself.
    static func embedded() throws(ZooScanError) -> Model {
        try Model(
            name: ModelLocator.defaultName, configuration: EmbeddedAssets.configuration,
            weights: WeightFile(embedded: EmbeddedAssets.weights), sha256: EmbeddedAssets.weightsSHA256,
            path: PhotoPath("the embedded model"))
    }

    /// Loads a model from its folder.
    static func load(_ folder: PhotoPath) throws(ZooScanError) -> Model {
        let path = folder.appending("config.json")
        let text = try PhotoFile.read(path)
        let file: WeightFile
        let weightsPath = folder.appending("model.safetensors")
        do throws(ModelError) {
            file = try WeightFile(mapping: weightsPath.bytes)
        } catch {
            throw ZooScanError(error, path: weightsPath)
        }
        let trimmed = PhotoPath(bytes: Array(folder.bytes.reversed().drop { $0 == 0x2F || $0 == 0x2E }.reversed()))
        let result = text.withUnsafeBytes { bytes in
            do throws(ZooScanError) {
                return Result<Model, ZooScanError>.success(
                    try Model(
                        name: PhotoPath(bytes: trimmed.lastComponent).description, configuration: bytes, weights: file,
                        sha256: nil, path: folder))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private init(
        name: String, configuration text: UnsafeRawBufferPointer, weights: WeightFile, sha256: String?, path: PhotoPath
    ) throws(ZooScanError) {
        let path = path.appending("config.json")
        let configuration = try ModelConfiguration(text, path: path)
        let (architecture, classes) = try configuration.network(path: path)
        specification = try configuration.inputSpecification(path: path)
        taxonomy = Taxonomy.shipped
        labels = try configuration.labels(count: classes, taxonomy: taxonomy, path: path)
        guard let network = Architectures.named(architecture) else {
            throw ZooScanError(
                .modelConfiguration, path: path,
                "asks for the architecture “\(architecture)”; known are \(Architectures.names)")
        }
        let instructions: InstructionSet
        do throws(InstructionSetError) {
            instructions = try InstructionSet.chosen()
        } catch {
            throw ZooScanError(ZooScanError.Code(name: ModelError.Code.unsupported.name), path: nil, error.description)
        }
        weightsPath = PhotoPath(bytes: path.bytes.dropLast(11) + Array("model.safetensors".utf8))
        do throws(ModelError) {
            let graph = try network.graph(
                weights: SafetensorsFile(weights), classes: classes,
                inputShape: [1, specification.height, specification.width, 3])
            parameters = graph.parameters
            multiplyAdds = graph.multiplyAdds
            plan = try Plan(graph, instructions: instructions)
        } catch {
            throw ZooScanError(error, path: weightsPath)
        }
        self.name = name
        self.network = network
        self.weights = weights
        knownSHA256 = Mutex(sha256)
    }

    /// The same network for several photos at a time.
    func plan(batch: Int) throws(ZooScanError) -> Plan {
        do throws(ModelError) {
            let graph = try network.graph(
                weights: SafetensorsFile(weights), classes: labels.count,
                inputShape: [batch, specification.height, specification.width, 3])
            return try Plan(graph, instructions: plan.instructions)
        } catch {
            throw ZooScanError(error, path: weightsPath)
        }
    }

    /// The SHA-256 digest of the weights' file in hexadecimal; computed when it is first asked for.
    func sha256() -> String {
        knownSHA256.withLock { known in
            let digest = known ?? ZooScan.sha256(weights.bytes)
            known = digest
            return digest
        }
    }
}

extension ZooScanError {
    init(_ error: ModelError, path: PhotoPath) {
        self.init(Code(name: error.code.name), path: path, error.cause)
    }

    init(_ error: ImageError, path: PhotoPath?) {
        self.init(Code(name: error.code.name), path: path, error.cause)
    }
}
