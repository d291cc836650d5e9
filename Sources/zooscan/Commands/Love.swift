import ZooScan

/// `zooscan love` and `zooscan unlove`: set and clear animals' hearts.
enum Love {
    static let love = description(
        "love", "give animals a heart", isLoved: true, example: "zooscan love 1f3a9c02 77b0",
        meaning: "love two animals")
    static let unlove = description(
        "unlove", "take animals' hearts away", isLoved: false, example: "zooscan unlove 1f3a9c02",
        meaning: "no longer love one")

    private static func description(
        _ name: String, _ summary: String, isLoved: Bool, example: String, meaning: String
    ) -> CommandDescription {
        CommandDescription(
            name: name, summary: summary, operands: "ID…", options: [StoreArguments.store],
            sections: [
                StoreArguments.ids,
                (
                    "exit status",
                    "0; 1 if there is no such record, and then nothing is changed; 2 for a wrong command line."
                ),
            ],
            examples: [(example, meaning)]
        ) { arguments in
            guard !arguments.operands.isEmpty else {
                throw UsageError(message: "\(name) needs an ID; zooscan list shows them", command: name)
            }
            let store = try StoreArguments.open(arguments)
            let animals = try StoreArguments.animals(arguments.operands, in: store)
            for animal in animals { try store.setLoved(isLoved, animal.id) }
            for animal in animals {
                try Streams.print(
                    "\(RecordText.shortID(animal))  \(plain(animal.label)) is \(isLoved ? "loved" : "no longer loved")\n"
                )
            }
            return .success
        }
    }
}
