/// Models as JSON objects.
package enum ModelJSON {
    /// An installed model in a list.
    package static func object(_ model: ModelSummary.Installed) -> JSON { .object(members(of: model)) }

    /// The members of such an object, to which more can be added.
    package static func members(of model: ModelSummary.Installed) -> [(key: String, value: JSON)] {
        let members: [(key: String, value: JSON)] = [
            ("name", .string(model.name)), ("path", model.folder.map { .string($0.text) } ?? .null),
        ]
        switch model.summary {
        case .success(let summary):
            return members + [
                ("format", .string(summary.format)), ("origin", summary.origin.map(JSON.string) ?? .null),
                (
                    "input",
                    .object([("height", .integer(summary.input.height)), ("width", .integer(summary.input.width))])
                ), ("classes", .integer(summary.labels.count)), ("bytes", .integer(summary.fileSize)),
            ]
        case .failure(let error): return members + [("error", ErrorJSON.object(error))]
        }
    }
}
