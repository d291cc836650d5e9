import FoundationEssentials

/// What PyTorch said of each reference photo.
public enum ReferenceIndex {
    /// One photo of the reference data.
    public struct Photo: Decodable, Sendable {
        /// The path inside the reference data's folder.
        public let file: String
        /// The row of its logits.
        public let row: Int
        /// The class that the photo's name states, where it states one.
        public let truth: Int?
        /// PyTorch's five most probable classes.
        public let top5: [Guess]
    }

    /// A class with its probability.
    public struct Guess: Decodable, Sendable {
        /// Its place among the logits.
        public let `class`: Int
        /// Its WordNet id.
        public let wnid: String
        /// 0 to 1.
        public let probability: Double
    }

    private struct File: Decodable { let images: [Photo] }

    /// All photos, in the order of the logits.
    public static func photos() throws -> [Photo] {
        try JSONDecoder().decode(File.self, from: Data(contentsOf: SharedData.url("reference/lite0-index.json"))).images
    }

    /// The row of each photo's logits, by its path.
    public static func rows() throws -> [String: Int] {
        Dictionary(uniqueKeysWithValues: try photos().map { ($0.file, $0.row) })
    }
}

/// Whether the tests were built without optimization, which makes the network's kernels a hundred times slower.
public let isDebugBuild: Bool = {
    #if DEBUG
        true
    #else
        false
    #endif
}()
