import Synchronization
import ZooImage
import ZooNet
import ZooProcessor

/// A loaded model: the network's plan, what it wants for input, and what its outputs stand for.
///
/// It is found (``ModelLocator``), described (`config.json`, `zooscan.json`, options), and its file is opened
/// (``NetworkFiles``); that gives a graph, and the graph a plan.
final class Model: Sendable {
    /// The description's name, that of its folder or file, or the embedded model's.
    let name: String
    let place: ModelPlace
    /// Everything that was said about it.
    let description: ModelDescription
    let network: any NetworkFile
    let plan: Plan
    let specification: InputSpecification
    let labels: [ModelLabel]
    let taxonomy: Taxonomy
    /// The numbers that training has set.
    let parameters: Int
    /// Multiplications with a weight for one photo.
    let multiplyAdds: Int
    /// What the numbers are that the network answers with.
    let answer: Graph.Answer
    /// Whether they are probabilities already, and no logits.
    var answersProbabilities: Bool { answer != .logits }
    /// What its labels depend on besides its name and weights, where options have changed that: for the records' settings.
    let settings: String

    let weights: WeightFile
    private let knownSHA256: Mutex<String?>

    /// Loads the model that the program carries in itself.
    static func embedded(_ options: ModelOptions = ModelOptions()) throws(ZooScanError) -> Model {
        try Model(ModelLocator.embedded, options)
    }

    /// Loads a model.
    init(_ place: ModelPlace, _ options: ModelOptions) throws(ZooScanError) {
        let described = try Self.describe(place).overridden(by: ModelDescription(options))
        weights = try Self.open(place)
        network = try NetworkFiles.open(place, weights, described)
        let declared = network.declaredInput
        if let batch = declared.batch, batch != 1 {
            throw ZooScanError(
                ZooScanError.Code(name: ModelError.Code.unsupported.name), path: place.weights,
                "takes just \(batch) pictures at a time; export it for one, or for any number (a dynamic batch)")
        }
        description = described.completed(by: declared)
        specification = try description.inputSpecification(declared: declared, place: place)
        let instructions: InstructionSet
        do throws(InstructionSetError) {
            instructions = try InstructionSet.chosen()
        } catch {
            throw ZooScanError(ZooScanError.Code(name: ModelError.Code.unsupported.name), path: nil, error.description)
        }
        taxonomy = Taxonomy.shipped
        let graph = try Self.graph(of: network, specification, batch: 1, place)
        labels = try Self.labels(description, outputs: graph.shape(of: graph.output).last ?? 0, taxonomy, place)
        parameters = graph.parameters
        multiplyAdds = graph.multiplyAdds
        answer = graph.answer
        plan = try Self.plan(graph, instructions, place)
        name = description.name ?? place.name
        self.place = place
        settings = options == ModelOptions() ? "" : ", model options \(Self.digest(specification, labels))"
        knownSHA256 = Mutex(place.source == .embedded ? EmbeddedAssets.weightsSHA256 : nil)
    }

    /// The same network for several photos at a time.
    func plan(batch: Int) throws(ZooScanError) -> Plan {
        if let only = network.declaredInput.batch, only != batch {
            throw ZooScanError(
                ZooScanError.Code(name: ModelError.Code.unsupported.name), path: place.weights,
                "is made for one picture at a time, so it cannot take \(batch) together: leave out --batch")
        }
        return try Self.plan(
            Self.graph(of: network, specification, batch: batch, place), plan.instructions, place)
    }

    /// The SHA-256 digest of the weights' file in hexadecimal; computed when it is first asked for.
    func sha256() -> String {
        knownSHA256.withLock { known in
            let digest = known ?? ZooScan.sha256(weights.bytes)
            known = digest
            return digest
        }
    }

    /// Bytes of the weights' file.
    var fileSize: Int { weights.bytes.count }

    // MARK: - Steps of loading

    /// A few digits that tell descriptions apart.
    private static func digest(_ specification: InputSpecification, _ labels: [ModelLabel]) -> String {
        let text = "\(specification)\n" + labels.map { "\($0.isBackground) \($0.text)" }.joined(separator: "\n")
        return String(Array(text.utf8).withUnsafeBytes { ZooScan.sha256($0) }.prefix(12))
    }

    private static func describe(_ place: ModelPlace) throws(ZooScanError) -> ModelDescription {
        var known = ModelDescription()
        switch place.source {
        case .embedded:
            known = try ModelConfiguration.description(EmbeddedAssets.configuration, path: place.configuration)
        case .checkpoint(let configuration, _):
            let text = try PhotoFile.read(configuration)
            let result = text.withUnsafeBytes { bytes in
                do throws(ZooScanError) {
                    return Result<ModelDescription, ZooScanError>.success(
                        try ModelConfiguration.description(bytes, path: configuration))
                } catch {
                    return .failure(error)
                }
            }
            known = try result.get()
        case .file: break
        }
        guard let file = place.description else { return known }
        return known.overridden(by: try file.description())
    }

    private static func open(_ place: ModelPlace) throws(ZooScanError) -> WeightFile {
        if place.source == .embedded { return WeightFile(embedded: EmbeddedAssets.weights) }
        do throws(ModelError) {
            return try WeightFile(mapping: place.weights.bytes)
        } catch {
            throw ZooScanError(error, path: place.weights)
        }
    }

    private static func graph(
        of network: any NetworkFile, _ specification: InputSpecification, batch: Int, _ place: ModelPlace
    ) throws(ZooScanError) -> Graph {
        do throws(ModelError) {
            return try network.graph(inputShape: [batch, specification.height, specification.width, 3])
        } catch {
            throw ZooScanError(error, path: place.weights)
        }
    }

    private static func plan(
        _ graph: Graph, _ instructions: InstructionSet, _ place: ModelPlace
    ) throws(ZooScanError) -> Plan {
        do throws(ModelError) {
            return try Plan(graph, instructions: instructions)
        } catch {
            throw ZooScanError(error, path: place.weights)
        }
    }

    private static func labels(
        _ description: ModelDescription, outputs: Int, _ taxonomy: Taxonomy, _ place: ModelPlace
    ) throws(ZooScanError) -> [ModelLabel] {
        guard let list = description.labels else { preconditionFailure("a model without labels was refused") }
        let (entries, background) = try list.fitted(
            to: outputs, background: description.background, path: place.configuration)
        return LabelNaming.labels(
            entries, background: background, descriptions: description.descriptions ?? [:], taxonomy: taxonomy)
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
