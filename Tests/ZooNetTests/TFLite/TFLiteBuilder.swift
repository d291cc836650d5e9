import TestSupport
import ZooNet

/// Adds tensors and operators to a model that is made for a test, so that they need not be counted.
struct TFLiteBuilder {
    var model = MadeTFLite()

    /// A model of one picture.
    init(_ shape: [Int], type: TFLiteElementType = .float32, scale: Float? = nil, zeroPoint: Int64 = 0) {
        model.inputs = [tensor("picture", shape, type, scale: scale, zeroPoint: zeroPoint)]
    }

    /// A tensor that is computed.
    mutating func tensor(
        _ name: String, _ shape: [Int], _ type: TFLiteElementType = .float32, scale: Float? = nil, zeroPoint: Int64 = 0
    ) -> Int {
        add(
            .init(
                name: name, shape: shape, type: type, scales: scale.map { [$0] } ?? [],
                zeroPoints: scale == nil ? [] : [zeroPoint]))
    }

    /// A constant of single precision.
    mutating func constant(_ shape: [Int], _ values: [Float]) -> Int {
        add(.init(name: "constant", shape: shape, data: values.flatMap { $0.bitPattern.littleEndianBytes }))
    }

    /// A constant of whole numbers.
    mutating func integers(_ values: [Int], shape: [Int]? = nil) -> Int {
        add(
            .init(
                name: "integers", shape: shape ?? [values.count], type: .int32,
                data: values.flatMap { Int32($0).littleEndianBytes }))
    }

    mutating func add(_ tensor: MadeTFLite.Tensor) -> Int {
        model.tensors.append(tensor)
        return model.tensors.count - 1
    }

    /// An operator that makes a tensor, which also becomes the model's output.
    mutating func run(
        _ builtin: TFLiteBuiltin, _ inputs: [Int], to output: Int,
        _ options: (kind: UInt8, fields: [Int: MadeField])? = nil
    ) {
        model.operators.append(.init(code: builtin.rawValue, inputs: inputs, outputs: [output], options: options))
        model.outputs = [output]
    }

    /// Makes [batch, classes] of the output, or of the picture if there is none yet.
    mutating func flatten(_ count: Int) {
        let shape = integers([-1, count])
        let output = tensor("flat", [1, count])
        run(.reshape, [model.outputs.first ?? 0, shape], to: output)
    }

    /// What the model makes of a picture, or why it does not.
    func answer(_ input: [Float], shape: [Int]) throws(ModelError) -> [Float] {
        let files = HeldFiles()
        let network = try TFLiteNetwork(files.file(model.bytes()))
        let plan = try Plan(try network.graph(inputShape: shape))
        return withExtendedLifetime(files) { Session(plan, threads: 1).logits(of: input) }
    }
}

/// A window's options by their names, in the order of fields of each kind of operator.
enum MadeOptions {
    static func convolution(
        same: Bool, stride: Extent, dilation: Extent = 1, activation: TFLiteActivation = .none
    ) -> (kind: UInt8, fields: [Int: MadeField]) {
        (
            1,
            [
                0: .int8(same ? 0 : 1), 1: .int32(Int32(stride.width)), 2: .int32(Int32(stride.height)),
                3: .int8(Int8(activation.rawValue)), 4: .int32(Int32(dilation.width)),
                5: .int32(Int32(dilation.height)),
            ]
        )
    }

    static func depthwise(
        same: Bool, stride: Extent, multiplier: Int, dilation: Extent = 1, activation: TFLiteActivation = .none
    ) -> (kind: UInt8, fields: [Int: MadeField]) {
        (
            2,
            [
                0: .int8(same ? 0 : 1), 1: .int32(Int32(stride.width)), 2: .int32(Int32(stride.height)),
                3: .int32(Int32(multiplier)), 4: .int8(Int8(activation.rawValue)), 5: .int32(Int32(dilation.width)),
                6: .int32(Int32(dilation.height)),
            ]
        )
    }

    static func pool(
        same: Bool, stride: Extent, window: Extent, activation: TFLiteActivation = .none
    ) -> (kind: UInt8, fields: [Int: MadeField]) {
        (
            5,
            [
                0: .int8(same ? 0 : 1), 1: .int32(Int32(stride.width)), 2: .int32(Int32(stride.height)),
                3: .int32(Int32(window.width)), 4: .int32(Int32(window.height)), 5: .int8(Int8(activation.rawValue)),
            ]
        )
    }
}

/// TensorFlow's windows along one direction, by its documentation: how many there are, and where the first begins.
func windows(_ size: Int, same: Bool, kernel: Int, stride: Int, dilation: Int = 1) -> (count: Int, start: Int) {
    let reach = (kernel - 1) * dilation + 1
    guard same else { return ((size - reach + stride) / stride, 0) }
    let count = (size + stride - 1) / stride
    let padding = size % stride == 0 ? max(reach - stride, 0) : max(reach - size % stride, 0)
    return (count, -(padding / 2))
}
