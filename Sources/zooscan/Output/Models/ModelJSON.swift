import ZooScan

extension ModelJSON {
    /// All that is to be known of a model.
    static func object(_ model: ModelSummary, withSteps: Bool) -> JSON {
        var members: [(key: String, value: JSON)] = [
            ("name", .string(model.name)), ("path", model.isEmbedded ? .null : .string(model.path.text)),
        ]
        if !model.isEmbedded, !model.path.isUTF8 { members.append(("pathBase64", .string(base64(model.path.bytes)))) }
        members += [
            ("isEmbedded", .bool(model.isEmbedded)), ("format", .string(model.format)),
            ("origin", model.origin.map(JSON.string) ?? .null), ("bytes", .integer(model.fileSize)),
            ("sha256", .string(model.sha256)), ("input", input(model.input)),
            ("labels", .array(model.labels.map(label))), ("parameters", .integer(model.parameters)),
            ("multiplyAdds", .integer(model.multiplyAdds)),
            ("answers", .string(model.answersProbabilities ? "probabilities" : "logits")),
            ("instructionSet", .string(model.kernels)),
            (
                "kernels",
                .array(
                    model.kernelKinds.map {
                        .object([
                            ("operation", .string($0.operation)), ("kernel", .string($0.kernel)),
                            ("steps", .integer($0.steps)), ("multiplyAdds", .integer($0.multiplyAdds)),
                        ])
                    })
            ),
        ]
        if withSteps {
            let steps = model.steps.map { step in
                JSON.object([
                    ("name", .string(step.name)), ("operation", .string(step.operation)),
                    ("shape", .string(step.shape)),
                    ("kernel", .string(step.kernel)), ("multiplyAdds", .integer(step.multiplyAdds)),
                ])
            }
            members.append(("steps", .array(steps)))
        }
        return .object(members)
    }

    private static func input(_ input: ModelSummary.Input) -> JSON {
        func numbers(_ values: [Float]) -> JSON { .array(values.map { .number(Double("\($0)") ?? Double($0)) }) }
        return .object([
            ("height", .integer(input.height)), ("width", .integer(input.width)),
            ("channelOrder", .string(input.channelOrder)), ("mean", numbers(input.mean)),
            ("std", numbers(input.standardDeviation)), ("resizeMode", .string(input.resizeMode)),
            ("crop", input.cropFraction.map(JSON.number) ?? .null), ("interpolation", .string(input.interpolation)),
            ("batch", input.batch.map(JSON.integer) ?? .null),
        ])
    }

    private static func label(_ label: ModelLabel) -> JSON {
        .object([
            ("label", .string(label.name)), ("text", .string(label.text)),
            ("wnid", label.wnid.map(JSON.string) ?? .null),
            ("description", label.description.map(JSON.string) ?? .null), ("isBackground", .bool(label.isBackground)),
        ])
    }
}
