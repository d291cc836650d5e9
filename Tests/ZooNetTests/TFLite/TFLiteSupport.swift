import ZooNet

/// The memory of files that are made in tests; they are valid as long as it lives.
final class HeldFiles {
    private var buffers: [UnsafeMutableRawBufferPointer] = []

    deinit { for buffer in buffers { buffer.deallocate() } }

    /// A file of these bytes, at an address that is a multiple of 64, or so many bytes behind one.
    func file(_ bytes: [UInt8], behindAlignment shift: Int = 0) -> WeightFile {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + shift + 1, alignment: 64)
        buffers.append(buffer)
        let place = UnsafeMutableRawBufferPointer(rebasing: buffer[shift..<shift + bytes.count])
        place.copyBytes(from: bytes)
        return WeightFile(embedded: UnsafeRawBufferPointer(place))
    }
}

/// What is wrong with a model, if anything, after all of it was read.
func tfliteFailure(_ bytes: [UInt8]) -> ModelError? {
    let files = HeldFiles()
    return withExtendedLifetime(files) {
        do throws(ModelError) {
            // Of an odd address, so that a read that needs an even one would be noticed.
            let model = try TFLiteModel(files.file(bytes, behindAlignment: 1))
            for tensor in model.tensors {
                if let constant = try tensor.constant() {
                    withExtendedLifetime(constant) { _ = constant.elements.reduce(0, +) }
                }
                if tensor.elementType == .int32 { _ = try tensor.integers() }
            }
            return nil
        } catch {
            return error
        }
    }
}

/// A model with a little of everything.
func madeModel(archive: Bool) -> MadeTFLite {
    var model = MadeTFLite()
    model.tensors = [
        .init(name: "image", shape: [1, 4, 4, 3], extra: [7: .int32s([-1, 4, 4, 3])]),
        .init(
            name: "filter", shape: [2, 1, 1, 3], type: .int8, data: [1, 2, 3, 0xFF, 0xFE, 0x80], scales: [0.5, 2],
            zeroPoints: [0, 1]),
        .init(
            name: "bias", shape: [2], type: .int32, data: Int32(-3).littleEndianBytes + Int32(5).littleEndianBytes,
            scales: [0.25], zeroPoints: [0]),
        .init(name: "features", shape: [1, 4, 4, 2]),
        .init(
            name: "offset", shape: [2], data: [1.5, -2].flatMap { Float($0).bitPattern.littleEndianBytes },
            isBehind: true),
        .init(name: "sum", shape: [1, 4, 4, 2]),
        .init(
            name: "shape", shape: [2], type: .int32, data: Int32(1).littleEndianBytes + Int32(-1).littleEndianBytes),
        .init(name: "result", shape: [1, 32]),
        .init(name: "half", shape: [], type: .float16, data: [0, 0x3E]),
    ]
    model.operators = [
        .init(
            code: 3, version: 2, inputs: [0, 1, 2], outputs: [3],
            options: (1, [0: .int8(1), 1: .int32(2), 2: .int32(3), 3: .int8(3), 4: .int32(4), 5: .int32(5)])),
        .init(code: 0, inputs: [3, 4], outputs: [5], options: (11, [0: .int8(1)])),
        .init(code: 22, inputs: [5, 6], outputs: [7]),
        .init(code: 32, customCode: "Sparkle", inputs: [7, -1], outputs: [7]),
    ]
    model.inputs = [0]
    model.outputs = [7]
    if archive {
        model.metadata = MadeTFLite.metadata(labels: "labels.txt", mean: [127.5], std: [127.5, 128, 129])
        model.archive = MadeZip(
            entries: [
                .init(name: "readme.txt", content: [65]),
                .init(name: "labels.txt", content: Array("cat\r\n\nsnow leopard\n".utf8), isDeflated: true),
            ]).bytes()
    }
    return model
}
