import ZooScan

/// `zooscan remove`: removes records.
enum Remove {
    static let description = CommandDescription(
        name: "remove", summary: "remove animals from the store; their photos stay",
        operands: "ID…",
        options: [StoreArguments.store],
        sections: [
            (
                "what goes",
                "The record, its small picture and the store's own copy of the photo. The photo's files are not touched; "
                    + "scanning one of them again adds the animal anew."
            ),
            StoreArguments.ids,
        ],
        examples: [("zooscan remove 1f3a9c02", "remove one animal")],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        guard !arguments.operands.isEmpty else {
            throw UsageError(message: "remove needs an ID; zooscan list shows them", command: "remove")
        }
        let store = try StoreArguments.open(arguments)
        for animal in try StoreArguments.animals(arguments.operands, in: store) {
            try store.remove(animal.id)
            try Streams.print("\(RecordText.shortID(animal))  \(plain(animal.label)) is removed\n")
        }
        return .success
    }
}
