import ZooScan

/// `zooscan model show`: shows what a model is.
enum ModelShowing {
    static let description = CommandDescription(
        name: "model show", summary: "show what a model is made of and how it wants its photos",
        operands: "M",
        options: ModelArguments.description + [
            OptionDescription("steps", .none, "show each step of the network's plan"), Models.format,
        ],
        sections: [
            (
                "JSON",
                "One object: name, path, isEmbedded, format, origin, bytes, sha256, input (height, width, channelOrder, mean, std, "
                    + "resizeMode, crop, interpolation, batch), labels (label, text, wnid, description, isBackground), "
                    + "parameters, multiplyAdds, answers (logits or probabilities), instructionSet, kernels (operation, kernel, "
                    + "steps, multiplyAdds), and with --steps steps (name, operation, shape, kernel, multiplyAdds)."
            )
        ],
        examples: [
            ("zooscan model show efficientnet-lite0", "see what the built-in model is"),
            ("zooscan model show birds.tflite --labels birds.txt", "see what a file holds"),
        ],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let model = try Models.operand(arguments, "model show")
        let summary = try ModelSummary(of: model, options: ModelArguments.modelOptions(arguments))
        let text =
            arguments.text("format") == "json"
            ? ModelJSON.object(summary, withSteps: arguments.has("steps")).text + "\n"
            : ModelText().text(summary, withSteps: arguments.has("steps"))
        try Streams.print(text)
        return .success
    }
}
