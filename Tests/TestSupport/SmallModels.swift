/// Models that are small enough to be made for each test.
public enum SmallModels {
    // MARK: - ONNX

    /// An ONNX file whose class *c* answers with the picture's mean in channel *c* mod 3, times 1 + ⌊*c* / 3⌋.
    ///
    /// - Parameters:
    ///   - batch: Pictures at a time; `nil` for any number.
    ///   - size: Rows and columns; `nil` for any number.
    ///   - withSoftmax: Whether it answers with probabilities.
    ///   - bias: Added to every class.
    public static func onnx(
        classes: Int, batch: Int? = 1, size: Int? = 8, withSoftmax: Bool = false, bias: Float = 0
    ) -> [UInt8] {
        var weights = [Float](repeating: 0, count: classes * 3)
        for row in 0..<classes { weights[row * 3 + row % 3] = Float(1 + row / 3) }
        let last = withSoftmax ? "scores" : "logits"
        var graph = node("GlobalAveragePool", ["pixels"], "pooled")
        graph += node("Flatten", ["pooled"], "flat")
        graph += node("Gemm", ["flat", "weights", "bias"], "logits", integer: ("transB", 1))
        if withSoftmax { graph += node("Softmax", ["logits"], "scores", integer: ("axis", 1)) }
        graph += text(2, "made")
        graph += tensor("weights", [classes, 3], weights)
        graph += tensor("bias", [classes], Array(repeating: bias, count: classes))
        graph += value(11, "pixels", [batch, 3, size, size])
        graph += value(12, last, [batch, classes])
        var model = number(1, 8)
        model += text(2, "maker")
        model += field(7, graph)
        model += field(8, number(2, 17))
        return model
    }

    private static func varint(_ value: Int) -> [UInt8] {
        var (rest, bytes) = (UInt64(value), [UInt8]())
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    private static func number(_ place: Int, _ value: Int) -> [UInt8] { varint(place << 3) + varint(value) }
    private static func field(_ place: Int, _ bytes: [UInt8]) -> [UInt8] {
        varint(place << 3 | 2) + varint(bytes.count) + bytes
    }
    private static func text(_ place: Int, _ text: String) -> [UInt8] { field(place, Array(text.utf8)) }

    private static func node(
        _ operation: String, _ inputs: [String], _ output: String, integer: (name: String, value: Int)? = nil
    ) -> [UInt8] {
        var body: [UInt8] = inputs.flatMap { text(1, $0) }
        body += text(2, output)
        body += text(3, output)
        body += text(4, operation)
        if let integer {
            var attribute = text(1, integer.name)
            attribute += number(3, integer.value)
            attribute += number(20, 2)
            body += field(5, attribute)
        }
        return field(1, body)
    }

    private static func tensor(_ name: String, _ shape: [Int], _ values: [Float]) -> [UInt8] {
        var body: [UInt8] = shape.flatMap { number(1, $0) }
        body += number(2, 1)
        body += text(8, name)
        body += field(9, bytes(values))
        return field(5, body)
    }

    private static func value(_ place: Int, _ name: String, _ shape: [Int?]) -> [UInt8] {
        var extents: [UInt8] = []
        for (index, extent) in shape.enumerated() {
            extents += field(1, extent.map { number(1, $0) } ?? text(2, "extent\(index)"))
        }
        var type = number(1, 1)
        type += field(2, extents)
        var body = text(1, name)
        body += field(2, field(1, type))
        return field(place, body)
    }

    private static func bytes(_ values: [Float]) -> [UInt8] {
        var bytes: [UInt8] = []
        for value in values {
            for place in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> UInt32(8 * place))) }
        }
        return bytes
    }

    // MARK: - Checkpoints

    /// A `model.safetensors` of timm's mobilenetv2_035 with made-up weights.
    ///
    /// - Parameter bias: Added to every class.
    public static func checkpoint(classes: Int, bias: Float = 0) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(classes))
        var tensors: [(name: String, shape: [Int], values: [Float])] = []
        func layer(_ name: String, _ normalization: String, _ shape: [Int]) {
            let spread = (6 / Float(shape[1...].reduce(1, *))).squareRoot()
            tensors.append(("\(name).weight", shape, random.floats(shape.reduce(1, *)).map { $0 * spread }))
            for (part, value) in [("weight", 1), ("bias", 0), ("running_mean", 0), ("running_var", 1)]
                as [(String, Float)]
            {
                tensors.append(("\(normalization).\(part)", [shape[0]], Array(repeating: value, count: shape[0])))
            }
        }
        layer("conv_stem", "bn1", [16, 3, 3, 3])
        var inputs = 16
        for (stage, (channels, repeats)) in zip([8, 8, 16, 24, 32, 56, 112], [1, 2, 3, 4, 3, 3, 1]).enumerated() {
            for block in 0..<repeats {
                let name = "blocks.\(stage).\(block)"
                let inner = stage == 0 ? inputs : inputs * 6
                if stage > 0 { layer("\(name).conv_pw", "\(name).bn1", [inner, inputs, 1, 1]) }
                layer("\(name).conv_dw", "\(name).\(stage == 0 ? "bn1" : "bn2")", [inner, 1, 3, 3])
                let (last, normalization) = stage == 0 ? ("conv_pw", "bn2") : ("conv_pwl", "bn3")
                layer("\(name).\(last)", "\(name).\(normalization)", [channels, inner, 1, 1])
                inputs = channels
            }
        }
        layer("conv_head", "bn2", [1280, inputs, 1, 1])
        tensors.append(("classifier.weight", [classes, 1280], random.floats(classes * 1280)))
        tensors.append(("classifier.bias", [classes], Array(repeating: bias, count: classes)))
        return safetensors(tensors)
    }

    /// A safetensors file of single-precision numbers.
    public static func safetensors(_ tensors: [(name: String, shape: [Int], values: [Float])]) -> [UInt8] {
        safetensors(tensors.map { ($0.name, "F32", $0.shape, bytes($0.values)) })
    }

    /// A safetensors file of tensors of any type.
    public static func safetensors(
        _ tensors: [(name: String, type: String, shape: [Int], bytes: [UInt8])]
    ) -> [UInt8] {
        var end = 0
        let entries = tensors.map { tensor in
            let range = [end, end + tensor.bytes.count]
            end += tensor.bytes.count
            return
                "\"\(tensor.name)\":{\"dtype\":\"\(tensor.type)\",\"shape\":\(tensor.shape),\"data_offsets\":\(range)}"
        }
        var header = Array("{\(entries.joined(separator: ","))}".utf8)
        header += Array(repeating: 0x20, count: (8 - header.count % 8) % 8)
        var file = (0..<8).map { UInt8(truncatingIfNeeded: header.count >> (8 * $0)) }
        file += header
        for tensor in tensors { file += tensor.bytes }
        return file
    }

    /// The `config.json` of ``checkpoint(classes:bias:)`` with 32 × 32 pixels.
    public static func configuration(labels: [String], classes: Int? = nil) -> String {
        """
        {"architecture": "mobilenetv2_035.made", "num_classes": \(classes ?? labels.count), "label_names": \(labels),
         "license": "none",
         "pretrained_cfg": {"input_size": [3, 32, 32], "interpolation": "bicubic", "crop_pct": 0.875,
          "mean": [0.485, 0.456, 0.406], "std": [0.229, 0.224, 0.225]}}
        """
    }
}
