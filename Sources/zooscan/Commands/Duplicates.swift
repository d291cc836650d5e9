import ZooScan

/// `zooscan duplicates`: shows equal and near-equal photos.
enum Duplicates {
    static let description = CommandDescription(
        name: "duplicates", summary: "find photos that are equal or look alike",
        operands: nil,
        options: [
            StoreArguments.store,
            OptionDescription(
                "distance", .integer(0...16), "how many of the 64 bits of two pictures' perceptual hashes may differ",
                standard: "\(AnimalStore.similarDistance)"),
            OptionDescription("identical", .none, "only files of identical content"),
            OptionDescription(
                "format", .choice(["text", "json"]), "text for people or JSON Lines (one object a group)",
                standard: "text"),
        ],
        sections: [
            (
                "groups",
                "First the photos that are in several files, byte for byte; then different photos that look alike: the same "
                    + "picture in another size or quality, or a scene that hardly changed. Where a second picture is like the "
                    + "first and a third like the second, all three are one group."
            )
        ],
        examples: [
            ("zooscan duplicates", "see both kinds of groups"),
            ("zooscan duplicates --identical", "see which files hold the same photo"),
        ],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let store = try StoreArguments.open(arguments)
        var groups = try store.duplicates(distance: arguments.integer("distance") ?? AnimalStore.similarDistance)
        if arguments.has("identical") { groups.removeAll { $0.kind != .identical } }
        let (text, terminal) = (RecordText(), Terminal.output)
        for (place, group) in groups.enumerated() {
            if arguments.text("format") == "json" {
                try Streams.print(
                    JSON.object([
                        ("group", .integer(place + 1)), ("kind", .string(group.kind.rawValue)),
                        ("animals", .array(group.animals.map(AnimalJSON.object))),
                    ]).text + "\n")
                continue
            }
            let count = group.kind == .identical ? group.animals[0].paths.count : group.animals.count
            let what = group.kind == .identical ? "files of one photo" : "photos that look alike"
            try Streams.print(terminal.bold("group \(place + 1): \(grouped(count)) \(what)") + "\n")
            for animal in group.animals {
                let start = "  \(RecordText.shortID(animal))  "
                let label = plain(animal.label)
                if group.kind == .identical {
                    for (place, path) in animal.paths.enumerated() {
                        let margin = String(repeating: " ", count: start.count + label.count + 2)
                        try Streams.print((place == 0 ? "\(start)\(label)  " : margin) + "\(path)\n")
                    }
                } else {
                    try Streams.print("\(start)\(label)  \(text.path(animal))\n")
                }
            }
        }
        if groups.isEmpty { Streams.note("zooscan: there are none\n") }
        return .success
    }
}
