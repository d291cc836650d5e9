import ZooScan

/// `zooscan model check`: runs a model and compares its answers.
enum ModelChecking {
    static let description = CommandDescription(
        name: "model check", summary: "run a model and compare its answers",
        operands: "M",
        options: [
            OptionDescription(
                "golden", .path(named: "FILE"), "pictures with the answers of another program, in safetensors"),
            OptionDescription(
                "tolerance", .number(0...1), "how far answers may lie from those, relative to the largest",
                standard: "1e-4; 12/256 for scores in bytes"),
        ] + ModelArguments.description + [Models.format],
        sections: [
            (
                "golden files",
                "The file holds the tensors input and logits: F32 of the shapes [N, 3, height, width] or [N, height, width, 3], "
                    + "normalized as the model wants it, and [N, classes]. Instead of logits it may hold scores, which are "
                    + "probabilities, in F32 or in bytes of 1/256; and the input may be pixels in U8, [N, height, width, 3], which "
                    + "go through the model's mean and std. Several pairs are named NAME/input and NAME/scores."
            ),
            (
                "without one",
                "A made-up picture is run twice by one thread and once by two: the answers must be numbers, and alike."
            ),
            (
                "JSON",
                "One object: model (name, sha256), isGolden, passes, rows (name, expectedTop, foundTop, difference, "
                    + "relativeDifference, allowed, isEqual)."
            ),
            ("exit status", "0 if all answers are as expected, 1 if some differ, 2 if the command line is wrong."),
        ],
        examples: [
            ("zooscan model check birds.onnx --labels birds.txt", "see whether a model runs"),
            (
                "zooscan model check birds --golden birds.golden.safetensors",
                "compare it with the program it comes from"
            ),
        ],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let model = try Models.operand(arguments, "model check")
        let check = try ModelCheck(
            model: model, options: ModelArguments.modelOptions(arguments),
            golden: arguments.argument("golden").map { PhotoPath(bytes: $0.bytes) },
            tolerance: arguments.number("tolerance"))
        let isJSON = arguments.text("format") == "json"
        try Streams.print(isJSON ? object(check).text + "\n" : text(check))
        return check.passes ? .success : .failure
    }

    private static func text(_ check: ModelCheck) -> String {
        let terminal = Terminal.output
        var text = terminal.bold(plain(check.summary.name)) + "  " + Models.input(check.summary.input)
        text += ", \(counted(check.summary.labels.count, "class", "classes"))\n"
        let longest = check.rows.map(\.name.count).max() ?? 0
        for row in check.rows {
            func label(_ place: Int) -> String { "\(place) \(plain(check.summary.labels[place].name))" }
            let verdict = row.isEqual ? terminal.green("equal") : terminal.red("DIFFERS")
            let top =
                row.expectedTop == row.foundTop
                ? label(row.foundTop) : "\(label(row.foundTop)), expected \(label(row.expectedTop))"
            text += "  \(plain(row.name).padded(to: longest))  \(verdict)  \(top)\n"
            text += "  " + String(repeating: " ", count: longest)
            text += "  largest difference \(scientific(row.difference)), "
            text += "\(scientific(row.relativeDifference)) of the largest answer; allowed \(scientific(row.allowed))\n"
        }
        let failed = check.rows.count { !$0.isEqual }
        if check.isGolden {
            text += failed == 0 ? "All answers are as expected\n" : "\(failed) of \(check.rows.count) pictures differ\n"
        } else {
            text += failed == 0 ? "It runs, and answers alike each time\n" : "It does not answer alike each time\n"
        }
        return text
    }

    private static func object(_ check: ModelCheck) -> JSON {
        .object([
            (
                "model",
                .object([("name", .string(check.summary.name)), ("sha256", .string(check.summary.sha256))])
            ), ("isGolden", .bool(check.isGolden)), ("passes", .bool(check.passes)),
            (
                "rows",
                .array(
                    check.rows.map { row in
                        .object([
                            ("name", .string(row.name)), ("expectedTop", .integer(row.expectedTop)),
                            ("foundTop", .integer(row.foundTop)), ("difference", .number(row.difference)),
                            ("relativeDifference", .number(row.relativeDifference)), ("allowed", .number(row.allowed)),
                            ("isEqual", .bool(row.isEqual)),
                        ])
                    })
            ),
        ])
    }

    /// A small number with two digits and its power of ten.
    private static func scientific(_ number: Double) -> String {
        guard number.isFinite else { return "no number" }
        guard number > 0 else { return "0" }
        var (digits, power) = (number, 0)
        while digits >= 9.95 { (digits, power) = (digits / 10, power + 1) }
        while digits < 0.995 { (digits, power) = (digits * 10, power - 1) }
        let tenths = Int((digits * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)" + (power == 0 ? "" : "e\(power)")
    }
}
