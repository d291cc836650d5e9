/// What one of a model's outputs stands for.
public struct ModelLabel: Sendable, Hashable {
    /// The name for people.
    public let name: String
    /// A sentence about it, where there is one.
    public let description: String?
    /// The WordNet 3.0 id, where the model's labels are such ids or names that the taxonomy knows.
    public let wnid: String?
    /// The label as the model's own list has it.
    public let text: String
    /// Whether it stands for nothing that the model knows; it never becomes a photo's label.
    public let isBackground: Bool
    /// Whether the list gives the WordNet id itself, and not a name that it was found by.
    let isIdentified: Bool

    /// Reads a label by itself, without looking up names.
    ///
    /// - Parameters:
    ///   - text: A name, or a WordNet id such as `n02121808`.
    ///   - description: What the configuration says of it.
    ///   - taxonomy: Where ids are looked up.
    package init(_ text: String, description: String?, taxonomy: Taxonomy) {
        if let kind = taxonomy[text] {
            self.init(
                name: kind.name, description: description ?? kind.description, wnid: text, text: text,
                isIdentified: true)
        } else if Self.isWordNetID(text) {
            // An id of a noun that the shipped taxonomy does not hold, as in ImageNet-21k.
            self.init(name: description ?? text, description: description, wnid: text, text: text, isIdentified: true)
        } else {
            self.init(name: text, description: description, wnid: nil, text: text)
        }
    }

    init(
        name: String, description: String?, wnid: String?, text: String, isBackground: Bool = false,
        isIdentified: Bool = false
    ) {
        self.name = name
        self.description = description
        self.wnid = wnid
        self.text = text
        self.isBackground = isBackground
        self.isIdentified = isIdentified
    }

    /// Whether a text has the form of a noun's id in WordNet 3.0.
    static func isWordNetID(_ text: String) -> Bool {
        let bytes = text.utf8
        return bytes.count == 9 && bytes.first == UInt8(ascii: "n")
            && bytes.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
