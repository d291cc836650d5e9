import ZooScan

/// A benchmark as one JSON object.
///
/// Programs are written against these names: a change that is no addition needs another number as `schema`.
enum BenchmarkJSON {
    static func text(_ report: BenchmarkReport) -> String {
        var members: [(key: String, value: JSON)] = [
            ("schema", .integer(1)), ("version", .string(ZooScanVersion.current)),
            ("machine", machine(report.machine)), ("model", model(report.model)),
            ("threads", .integer(report.threads)), ("batch", .integer(report.batch)),
            ("decodeMode", .string(report.decodeMode.rawValue)), ("milliseconds", milliseconds(report)),
            ("photos", .array(report.photos.map(photo))), ("peakMemoryBytes", .integer(report.peakMemory)),
            ("noise", noise(report.noise)), ("warnings", .array(report.warnings.map(JSON.string))),
        ]
        if let profile = report.profile { members.append(("profile", .array(profile.map(step)))) }
        return JSON.object(members).text + "\n"
    }

    private static func machine(_ machine: BenchmarkReport.Machine) -> JSON {
        .object([
            ("processor", .string(machine.processor)), ("processors", .integer(machine.processors)),
            ("features", .array(machine.features.map(JSON.string))), ("kernels", .string(machine.kernels)),
            ("peakGFLOPS", .number(machine.peakGFLOPS)),
        ])
    }

    private static func model(_ model: BenchmarkReport.Model) -> JSON {
        .object([
            ("name", .string(model.name)), ("sha256", .string(model.sha256)),
            ("input", .array(model.input.map(JSON.integer))), ("parameters", .integer(model.parameters)),
            ("multiplyAdds", .integer(model.multiplyAdds)),
        ])
    }

    private static func milliseconds(_ report: BenchmarkReport) -> JSON {
        func distribution(_ times: Distribution) -> JSON {
            .object([
                ("runs", .integer(times.runs)), ("minimum", .number(times.minimum)), ("median", .number(times.median)),
                ("p90", .number(times.p90)), ("p99", .number(times.p99)),
            ])
        }
        return .object([
            ("load", .number(report.load)), ("firstRun", .number(report.firstRun)),
            ("inference", distribution(report.inference)), ("decode", distribution(report.decode)),
            ("preprocess", distribution(report.preprocess)), ("endToEnd", distribution(report.endToEnd)),
        ])
    }

    private static func photo(_ photo: BenchmarkReport.Photo) -> JSON {
        var members: [(key: String, value: JSON)] = [("path", .string(photo.path.text))]
        if !photo.path.isUTF8 { members.append(("pathBase64", .string(base64(photo.path.bytes)))) }
        members += [
            ("width", .integer(photo.width)), ("height", .integer(photo.height)), ("decode", .number(photo.decode)),
            ("preprocess", .number(photo.preprocess)), ("inference", .number(photo.inference)),
            ("endToEnd", .number(photo.endToEnd)),
        ]
        return .object(members)
    }

    private static func noise(_ noise: Noise) -> JSON {
        .object([
            ("isNoisy", .bool(!noise.warnings.isEmpty)), ("spread", .number(noise.spread)),
            ("loadAverage", .number(noise.loadAverage)), ("otherProcessors", .number(noise.otherProcessors)),
            ("stolenShare", .number(noise.stolenShare)),
            ("involuntarySwitchesPerSecond", .number(noise.involuntarySwitches)),
            ("speedChange", .number(noise.speedChange)),
        ])
    }

    private static func step(_ step: BenchmarkReport.Step) -> JSON {
        .object([
            ("name", .string(step.name)), ("operation", .string(step.operation)), ("shape", .string(step.shape)),
            ("kernel", .string(step.kernel)), ("microseconds", .number(step.microseconds)),
            ("multiplyAdds", .integer(step.multiplyAdds)), ("gflops", .number(step.gflops)),
            ("peakShare", .number(step.peakShare)),
        ])
    }
}
