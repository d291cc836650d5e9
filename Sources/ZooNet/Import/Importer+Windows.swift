/// Which of a file's four dimensions of an image is which.
package enum ImageLayout: Sendable {
    /// [batch, channels, height, width], as PyTorch and ONNX have it.
    case channelsFirst
    /// [batch, height, width, channels], as TensorFlow has it.
    case channelsLast

    /// The file's dimension at each of the engine's places.
    var order: [Int] {
        switch self {
        case .channelsFirst: [0, 2, 3, 1]
        case .channelsLast: [0, 1, 2, 3]
        }
    }

    /// The height and width of an image.
    package func size(of shape: [Int]) -> Extent { Extent(height: shape[order[1]], width: shape[order[2]]) }
}

extension Importer {
    /// A two-dimensional convolution of an image.
    package mutating func convolution(
        _ convolution: Convolution, _ value: ImportedValue, _ layout: ImageLayout
    ) throws(ModelError) -> ImportedValue {
        try overImages(.convolution(convolution), value, layout)
    }

    /// The largest value in each window.
    package mutating func maxPool(
        _ pooling: Pooling, _ value: ImportedValue, _ layout: ImageLayout
    ) throws(ModelError) -> ImportedValue {
        try overImages(.maxPool(pooling), value, layout)
    }

    /// The mean of each window.
    package mutating func averagePool(
        _ pooling: Pooling, counted: Padding, _ value: ImportedValue, _ layout: ImageLayout
    ) throws(ModelError) -> ImportedValue {
        try overImages(.averagePool(pooling, counted: counted), value, layout)
    }

    private mutating func overImages(
        _ operation: Operation, _ value: ImportedValue, _ layout: ImageLayout
    ) throws(ModelError) -> ImportedValue {
        guard value.shape.count == 4 else {
            throw unsupported("expects an image of four dimensions and is given the shape \(value.shape)")
        }
        return try apply([value]) { (importer, values) throws(ModelError) in
            let id = try importer.stored(values[0], in: layout.order)
            return .flowing(try importer.add(operation, [id], order: layout.order))
        }
    }

    /// Normalization of each channel by stored statistics.
    ///
    /// - Parameter axis: The dimension of the channels.
    package mutating func normalize(
        _ value: ImportedValue, by normalization: BatchNormalization, axis: Int
    ) throws(ModelError) -> ImportedValue {
        try apply([value]) { (importer, values) throws(ModelError) in
            let axes = [Int].identityOrder(values[0].shape.count)
            let order = axes.filter { $0 != axis } + [axis]
            let id = try importer.stored(values[0], in: order)
            return .flowing(try importer.add(.batchNormalization(normalization), [id], order: order))
        }
    }
}
