import ZooScan

/// `zooscan show`: shows all that is stored of an animal.
enum Show {
    static let description = CommandDescription(
        name: "show", summary: "show all that is stored of an animal",
        operands: "ID…",
        options: [
            StoreArguments.store,
            OptionDescription(
                "format", .choice(["text", "json"]), "text for people or JSON Lines (one object a record)",
                standard: "text"),
            OptionDescription(
                "thumbnail", .path(named: "FILE"), "also write the small picture, a JPEG, to this file"),
        ],
        sections: [StoreArguments.ids],
        examples: [
            ("zooscan show 1f3a9c02", "see one animal"),
            ("zooscan show 1f3 --thumbnail small.jpg", "and save its small picture"),
        ],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        guard !arguments.operands.isEmpty else {
            throw UsageError(message: "show needs an ID; zooscan list shows them", command: "show")
        }
        guard !arguments.has("thumbnail") || arguments.operands.count == 1 else {
            throw UsageError(message: "--thumbnail takes the picture of one animal", command: "show")
        }
        let store = try StoreArguments.open(arguments)
        let animals = try StoreArguments.animals(arguments.operands, in: store)
        for (place, animal) in animals.enumerated() {
            if arguments.text("format") == "json" {
                try Streams.print(AnimalJSON.object(animal).text + "\n")
            } else {
                let text = RecordText().details(animal, kept: store.keptPhoto(of: animal))
                try Streams.print((place > 0 ? "\n" : "") + text)
            }
        }
        if let file = arguments.argument("thumbnail"), let animal = animals.first,
            let picture = try store.thumbnail(of: animal.id)
        {
            try Streams.write(picture, to: PhotoPath(bytes: file.bytes))
        }
        return .success
    }
}
