import ZooImage
import ZooNet

extension ModelDescription {
    /// Something that a model cannot be used without.
    private struct Part {
        let what: String
        let option: String
        /// Where `config.json` has it.
        let configurationKey: String
        /// Where `zooscan.json` has it.
        let descriptionKey: String
    }

    /// What the model's own file declares where nobody else says anything.
    func completed(by declared: DeclaredInput) -> ModelDescription {
        var own = ModelDescription()
        own.labels = declared.labels.map { LabelList($0, source: nil) }
        if let height = declared.height, let width = declared.width {
            own.input.size = ModelOptions.Size(height: height, width: width)
        }
        func colours(_ numbers: [Float]?) -> SIMD3<Float>? {
            numbers.flatMap { $0.count == 3 ? SIMD3($0[0], $0[1], $0[2]) : nil }
        }
        own.input.mean = colours(declared.mean)
        own.input.standardDeviation = colours(declared.standardDeviation)
        return own.overridden(by: self)
    }

    /// How photos become the network's input.
    ///
    /// Nothing is guessed: a wrong mean is no error, only a wrong label.
    ///
    /// - Throws: ``ZooScanError/Code/modelConfiguration`` that lists everything that nobody says, labels included, or
    ///   names what contradicts the model's own file.
    func inputSpecification(
        declared: DeclaredInput, place: ModelPlace
    ) throws(ZooScanError) -> InputSpecification {
        let mode = input.resizeMode
        let missing: [Part] = [
            labels == nil
                ? Part(
                    what: "what the outputs stand for", option: "--labels FILE", configurationKey: "label_names",
                    descriptionKey: "labels") : nil,
            input.size == nil
                ? Part(
                    what: "rows and columns of the input", option: "--size N", configurationKey: "input_size",
                    descriptionKey: "size") : nil,
            input.mean == nil
                ? Part(
                    what: "what is subtracted from colours of 0 to 1", option: "--mean R,G,B", configurationKey: "mean",
                    descriptionKey: "mean") : nil,
            input.standardDeviation == nil
                ? Part(
                    what: "what divides them then", option: "--std R,G,B", configurationKey: "std",
                    descriptionKey: "std") : nil,
            mode == nil
                ? Part(
                    what: "how photos are fitted: crop, squash or letterbox", option: "--resize-mode",
                    configurationKey: "crop_mode", descriptionKey: "resize_mode") : nil,
            input.cropFraction == nil && (mode == nil || mode == .crop)
                ? Part(
                    what: "the part that a crop shows, up to 1", option: "--crop P", configurationKey: "crop_pct",
                    descriptionKey: "crop") : nil,
            input.interpolation == nil
                ? Part(
                    what: "how pixels are resized: bicubic, bilinear or box", option: "--interpolation",
                    configurationKey: "interpolation", descriptionKey: "interpolation") : nil,
        ].compactMap { $0 }
        guard missing.isEmpty, let size = input.size, let mean = input.mean,
            let deviation = input.standardDeviation, let interpolation = input.interpolation, let mode
        else { throw incomplete(missing, place) }
        let (height, width) = (declared.height ?? size.height, declared.width ?? size.width)
        if size.height != height || size.width != width {
            throw ZooScanError(
                .modelConfiguration, path: place.weights,
                "is made for pictures of \(height) × \(width) pixels (height × width), but its description asks for "
                    + "\(size.height) × \(size.width)")
        }
        return InputSpecification(
            width: size.width, height: size.height, resizeMode: mode,
            cropFraction: mode == .crop ? input.cropFraction ?? 1 : 1,
            interpolation: interpolation, mean: mean, standardDeviation: deviation,
            channelOrder: input.channelOrder ?? .rgb)
    }

    private func incomplete(_ missing: [Part], _ place: ModelPlace) -> ZooScanError {
        let isCheckpoint = if case .file = place.source { false } else { true }
        let width = missing.map(\.option.count).max() ?? 0
        let lines = missing.map { part in
            let key =
                isCheckpoint
                ? (part.configurationKey == "label_names"
                    ? "“label_names”" : "“pretrained_cfg”, “\(part.configurationKey)”")
                : (part.descriptionKey == "labels" ? "“labels”" : "“input”, “\(part.descriptionKey)”")
            let option = part.option + String(repeating: " ", count: width - part.option.count)
            return "\n  \(option)  \(part.what) (\(key))"
        }
        let path = isCheckpoint ? place.configuration : place.weights
        let file = isCheckpoint ? ModelConfiguration.name : DescriptionFile.name + " beside it"
        return ZooScanError(
            .modelConfiguration, path: path,
            "does not say all that its photos need. Give these options, or write the keys in brackets into \(file):"
                + lines.joined())
    }
}
