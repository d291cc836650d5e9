import FoundationEssentials
import ZooScan

/// What the commands on stored records have in common.
enum StoreArguments {
    static let store = OptionDescription(
        "store", .path(named: "FOLDER"), "the folder of the store",
        standard: "$ZOOSCAN_STORE, else zooscan in $XDG_DATA_HOME or ~/.local/share")

    /// The paragraph on ids that several helps have.
    static let ids = (
        heading: "ids",
        text:
            "An ID may be shortened to its first digits, as long as no other record's begins with them. It begins like "
            + "the SHA-256 digest of the photo."
    )

    /// Opens the store that the options name.
    ///
    /// - Parameter makes: Whether to make one where there is none.
    static func open(_ arguments: ParsedArguments, makes: Bool = false) throws -> AnimalStore {
        try AnimalStore(at: arguments.argument("store").map { PhotoPath(bytes: $0.bytes) }, makes: makes)
    }

    /// The animals that some operands name by their ids, each once; if one is wrong, none is touched.
    static func animals(_ operands: some Sequence<Argument>, in store: AnimalStore) throws -> [ScannedAnimal] {
        var seen: Set<UUID> = []
        return try operands.map { try store.animal(idBeginningWith: $0.text) }.filter { seen.insert($0.id).inserted }
    }
}
