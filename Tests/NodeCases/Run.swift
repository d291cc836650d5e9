import FoundationEssentials
import ZooNet

/// Runs one case in every way in which a model may have it: with all inputs known at load; with the first one coming from
/// the photo, in the file's order of dimensions and with channels last; with all of them coming from the photo.
func run(_ folder: URL) -> Outcome {
    do {
        if FileManager.default.fileExists(atPath: folder.appendingPathComponent("not-tensors").path) {
            return .refused("has inputs or outputs that are no tensors")
        }
        let model = try ONNXModel(file(folder, "model.onnx"), externalDataIn: nil)
        let unknown = Set(model.graph.nodes.filter { !ONNXLowering.claims($0) }.map(\.operation)).sorted()
        guard unknown.isEmpty else { return .notClaimed(unknown) }
        let inputs = try tensors(folder, "input", count: model.graph.inputs.count)
        let outputs = try tensors(folder, "output", count: model.graph.outputs.count)
        var ways: [String] = []
        var refusal: String?
        for way in Way.allCases where way.applies(to: inputs) {
            do {
                for (place, output) in model.graph.outputs.enumerated() where outputs[place] != nil {
                    let found = try way.run(model, inputs, output: output.name)
                    if let difference = difference(found, outputs[place]!) {
                        return .failed("\(way.rawValue): output \(output.name): \(difference)")
                    }
                }
                ways.append(way.rawValue)
            } catch let error as ModelError where error.code == .unsupported {
                refusal = refusal ?? error.cause
            }
        }
        return ways.isEmpty
            ? .refused(refusal ?? "is empty") : .passed(ways: ways, operations: Set(model.graph.nodes.map(\.operation)))
    } catch let error as ModelError where error.code == .unsupported {
        return .refused(error.cause)
    } catch {
        return .failed("\(error)")
    }
}

private func file(_ folder: URL, _ name: String) throws -> WeightFile {
    try WeightFile(mapping: Array(folder.appendingPathComponent(name).path.utf8))
}

/// Tensors by their numbers; an input or output that was left out is `nil`.
private func tensors(_ folder: URL, _ kind: String, count: Int) throws -> [ONNXTensor?] {
    try (0..<count).map { place in
        let name = "\(kind)_\(place).pb"
        guard FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path) else { return nil }
        return try ONNXTensor(file(folder, name))
    }
}

/// Which inputs are known when the case is loaded.
enum Way: String, CaseIterable {
    case known = "at load"
    case first = "first input"
    case channelsLast = "first input, channels last"
    case all = "all inputs"

    func applies(to inputs: [ONNXTensor?]) -> Bool {
        let flowing = inputs.compactMap { $0 }.filter { $0.flows && $0.count > 0 }
        switch self {
        case .known: return true
        case .first: return inputs.first??.flows == true && inputs[0]!.count > 0
        case .channelsLast: return Way.first.applies(to: inputs) && inputs[0]!.shape.count > 2
        case .all: return flowing.count > 1
        }
    }

    /// The numbers of one output.
    func run(_ model: ONNXModel, _ inputs: [ONNXTensor?], output: String) throws -> KnownTensor {
        let names = model.graph.inputs.map(\.name)
        var known: [String: ImportedValue] = [:]
        for (name, tensor) in zip(names, inputs) {
            if let tensor { known[name] = .known(try tensor.knownTensor()) }
        }
        switch self {
        case .known: return try answer(model, known, output, Importer(inputShape: [1]), input: [0])
        case .first, .channelsLast:
            let tensor = inputs[0]!
            let rank = tensor.shape.count
            let order = self == .first ? Array(0..<rank) : [0] + Array(2..<rank) + [1]
            let importer = Importer(inputShape: order.map { tensor.shape[$0] })
            known[names[0]] = importer.input(order: order)
            let values = try tensor.constant().values
            let view = StridedView(contiguous: tensor.shape).transposed(order)
            return try answer(model, known, output, importer, input: view.elements(of: values))
        case .all:
            // One input holds all, one after the other.
            let flowing = zip(names, inputs).filter { $1?.flows == true && $1!.count > 0 }.map { ($0, $1!) }
            var importer = Importer(inputShape: [flowing.reduce(0) { $0 + $1.1.count }])
            importer.nodeName = "inputs"
            let whole = importer.input(order: [0])
            var begin = 0
            var values: [Float] = []
            for (name, tensor) in flowing {
                let part = try importer.slice(whole, axis: 0, begin..<begin + tensor.count)
                known[name] = try importer.reshape(part, to: tensor.shape)
                begin += tensor.count
                values += try tensor.constant().values
            }
            return try answer(model, known, output, importer, input: values)
        }
    }

    private func answer(
        _ model: ONNXModel, _ values: [String: ImportedValue], _ output: String, _ importer: Importer, input: [Float]
    ) throws -> KnownTensor {
        var lowering = ONNXLowering(model, into: importer)
        for (name, value) in values { lowering.bind(name, to: value) }
        var importer = try lowering.lower(output)
        guard let result = try lowering.value(output) else { throw ModelError(.corrupt, "makes no output") }
        if let known = result.known { return known }
        let graph = try importer.finish(result)
        let session = Session(try Plan(graph), threads: 2)
        defer { withExtendedLifetime(session) {} }
        _ = session.input.update(from: input)
        return KnownTensor(Constant(shape: result.shape, Array(session.run())))
    }
}

extension ONNXTensor {
    /// Whether the engine can be given it when it runs: only numbers come from photos.
    fileprivate var flows: Bool { [.float, .float16, .bfloat16, .double].contains(elementType) }
}

/// How an answer differs from the expected one; `nil` if it does not.
private func difference(_ found: KnownTensor, _ expected: ONNXTensor) -> String? {
    guard found.shape == expected.shape else { return "shape \(found.shape), expected \(expected.shape)" }
    do {
        let (a, b) = (found.values, try expected.constant().values)
        // The package's own tolerance, which some rounded examples need. Half precision has 11 or 8 bits, while the engine
        // calculates in single precision throughout.
        let relative: Float = [.float16, .bfloat16].contains(expected.elementType) ? 1e-2 : 1e-3
        for place in 0..<a.count {
            let (x, y) = (a[place], b[place])
            if x == y || (x.isNaN && y.isNaN) { continue }
            guard abs(x - y) <= 1e-6 + relative * abs(y) else { return "element \(place) is \(x), expected \(y)" }
        }
        return nil
    } catch {
        return "\(error)"
    }
}
