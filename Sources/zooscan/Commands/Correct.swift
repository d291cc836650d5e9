import ZooScan

/// `zooscan correct`: sets the label that a person gives.
enum Correct {
    static let description = CommandDescription(
        name: "correct", summary: "give an animal the right label",
        operands: "ID LABEL",
        options: [StoreArguments.store],
        sections: [
            (
                "labels",
                "LABEL is any name. One that ZooScan knows, such as “red fox”, brings its description with it. The record is "
                    + "marked as yours, and no model ever overwrites it. “zooscan import” takes a whole table of corrections."
            ),
            StoreArguments.ids,
        ],
        examples: [("zooscan correct 1f3a9c02 'red fox'", "say what it is")],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        guard arguments.operands.count == 2 else {
            throw UsageError(
                message: arguments.operands.count < 2
                    ? "correct needs an ID and a label"
                    : "correct takes one label; put quotes around one of several words",
                command: "correct")
        }
        guard let label = String(validating: arguments.operands[1].bytes, as: UTF8.self) else {
            throw UsageError(message: "the label is not UTF-8", command: "correct")
        }
        let store = try StoreArguments.open(arguments)
        let animal = try store.animal(idBeginningWith: arguments.operands[0].text)
        try store.correct(animal.id, label: label)
        let now = try store.animal(animal.id) ?? animal
        try Streams.print("\(RecordText.shortID(now))  \(plain(animal.label)) is now \(plain(now.label))\n")
        return .success
    }
}
