/// What a benchmark has found out; times are in milliseconds unless they say otherwise.
package struct BenchmarkReport: Sendable {
    /// The machine that was measured on.
    package struct Machine: Sendable {
        /// The processor's name as the system tells it.
        package let processor: String
        /// Its extensions that matter to the hot loops.
        package let features: [String]
        /// How many processors the process may use.
        package let processors: Int
        /// The hot loops that the model runs on.
        package let kernels: String
        /// Thousands of millions of floating-point operations that one core does in a second at most; a multiply-add is
        /// two.
        package let peakGFLOPS: Double
    }

    /// The model that was measured.
    package struct Model: Sendable {
        package let name, sha256: String
        /// What its network takes for one photo: [1, height, width, channels].
        package let input: [Int]
        /// The numbers that training has set.
        package let parameters: Int
        /// Multiplications with a weight for one photo.
        package let multiplyAdds: Int
    }

    /// The times of one photo.
    package struct Photo: Sendable {
        package let path: PhotoPath
        /// Pixels of the upright photo.
        package let width, height: Int
        /// Medians.
        package let decode, preprocess, inference, endToEnd: Double
    }

    /// One step of the network.
    package struct Step: Sendable {
        /// The layers that it does, the operation, its extents and its implementation.
        package let name, operation, shape, kernel: String
        /// The median of its time.
        package let microseconds: Double
        /// Multiplications with a weight, for the whole batch.
        package let multiplyAdds: Int
        /// Thousands of millions of floating-point operations a second; 0 where it multiplies with no weight.
        package let gflops: Double
        /// ``gflops`` as a part of what all threads' cores do at most.
        package let peakShare: Double
    }

    package let machine: Machine
    package let model: Model
    /// Threads that shared the work.
    package let threads: Int
    /// Photos that went through the network at a time.
    package let batch: Int
    package let decodeMode: DecodeMode
    /// From nothing to a model that is ready.
    package let load: Double
    /// The first photo, from bytes to label, with all memory still to be taken.
    package let firstRun: Double
    /// The network alone, for a batch.
    package let inference: Distribution
    /// From bytes to rows of pixels, of all photos.
    package let decode: Distribution
    /// From rows of pixels to the network's input.
    package let preprocess: Distribution
    /// From bytes to label, one photo at a time.
    package let endToEnd: Distribution
    package let photos: [Photo]
    /// The most memory that the process has had, in bytes.
    package let peakMemory: Int
    package let noise: Noise
    /// What the reader should know before believing the rest.
    package let warnings: [String]
    /// `nil` unless it was asked for.
    package let profile: [Step]?
    /// Photos that could not be used, with the reason.
    package let failures: [ZooScanError]
    /// Whether it was stopped before its time was over.
    package let isInterrupted: Bool
}
