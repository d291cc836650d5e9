/// A family of networks that are built alike and differ in their size.
///
/// A new family is a type in a file beside this one and a line in ``Architectures/families``.
public protocol Architecture: Sendable {
    /// What the family's members are called, in a few words for a message: `resnet18 and 34`.
    static var names: String { get }

    /// Reads an architecture's name as timm has it; `nil` if it is another family's.
    init?(architecture name: String)

    /// Builds the network from its weights.
    ///
    /// - Parameters:
    ///   - weights: Tensors named as timm names them.
    ///   - classes: The number of logits.
    ///   - inputShape: [batch, height, width, 3].
    /// - Throws: ``ModelError`` that counts the tensors that are missing, misshapen or surplus, and names the first.
    func graph(weights: SafetensorsFile, classes: Int, inputShape: [Int]) throws(ModelError) -> Graph
}

/// The networks that can be built from weights alone.
public enum Architectures {
    private static let families: [any Architecture.Type] = [
        EfficientNetLite.self, MobileNetV2.self, MobileNetV3.self, ResNet.self,
    ]

    /// The architecture of a name as timm has it; `nil` if ZooScan has none of that name.
    ///
    /// A tag that tells which training the weights come from, as in `resnet18.a1_in1k`, makes no difference.
    public static func named(_ name: String) -> (any Architecture)? {
        let name = String(name.prefix { $0 != "." })
        for family in families {
            if let architecture = family.init(architecture: name) { return architecture }
        }
        return nil
    }

    /// All names, for a message.
    public static var names: String { families.map { $0.names }.joined(separator: "; ") }
}
