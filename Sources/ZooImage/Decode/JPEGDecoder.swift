import CTurboJPEG
import CZooCodecs

/// Decodes a JPEG by libjpeg-turbo, row by row.
///
/// Baseline, progressive and arithmetic-coded pictures in grey, YCbCr of any subsampling, RGB, CMYK and YCCK, with the
/// library's exact inverse transform and smooth upsampling, as Pillow uses them.
final class JPEGDecoder: RowSource {
    let header: PhotoHeader
    let orientation: Orientation
    private(set) var width = 0
    private(set) var height = 0

    private let decoder: OpaquePointer
    private let options: DecodeOptions
    private let state: UnsafeMutablePointer<jpeg_decompress_struct>
    private let bytes: UnsafeRawBufferPointer
    /// The columns that rows are decoded of.
    private var columns = 0..<0
    private var isFourColour = false
    private var row = 0
    private var soundRows: Int?

    /// More scans than any encoder makes, and few enough that a hostile file does not take minutes.
    static let maximumScans: Int32 = 100

    /// Reads the header.
    ///
    /// - Parameter bytes: The file, which must stay in place while this object lives.
    init(_ bytes: UnsafeRawBufferPointer, _ options: DecodeOptions) throws(ImageError) {
        self.options = options
        self.bytes = bytes
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
            let decoder = zoo_jpeg_create(start, bytes.count)
        else { throw ImageError(.tooLarge, "cannot be decoded: there is no memory left") }
        self.decoder = decoder
        state = zoo_jpeg_state(decoder)
        guard zoo_jpeg_read_header(decoder) else {
            let error = Self.explain(decoder)
            zoo_jpeg_destroy(decoder)
            throw error
        }
        let (width, height) = (Int(state.pointee.image_width), Int(state.pointee.image_height))
        do throws(ImageError) {
            try checkSize(width: width, height: height, options)
        } catch {
            zoo_jpeg_destroy(decoder)
            throw error
        }
        let tags = Self.tags(in: state)
        orientation = tags.orientation ?? .upright
        header = PhotoHeader(format: .jpeg, storedWidth: width, storedHeight: height, tags: tags)
    }

    deinit { zoo_jpeg_destroy(decoder) }

    /// Decides on the scale and starts decoding.
    ///
    /// - Parameter eighths: The scale of both sides, 1 to 8 eighths.
    func start(eighths: Int) throws(ImageError) {
        switch state.pointee.jpeg_color_space {
        case JCS_CMYK, JCS_YCCK:
            isFourColour = true
            state.pointee.out_color_space = JCS_CMYK
        case JCS_GRAYSCALE, JCS_YCbCr, JCS_RGB:
            state.pointee.out_color_space = JCS_EXT_RGBX
        default:
            throw ImageError(
                .unsupported, "has \(state.pointee.num_components) colour components in no known colour space")
        }
        state.pointee.dct_method = JDCT_ISLOW
        state.pointee.do_fancy_upsampling = 1
        state.pointee.scale_num = numericCast(eighths)
        state.pointee.scale_denom = 8
        guard zoo_jpeg_start(decoder, Self.maximumScans) else { throw Self.explain(decoder) }
        width = Int(state.pointee.output_width)
        height = Int(state.pointee.output_height)
        columns = 0..<width
        try checkDamage()
    }

    func crop(to columns: Range<Int>) throws(ImageError) {
        // At its edges the library has no neighbours for smooth upsampling and for smoothing between blocks, which reach
        // two blocks of the coarsest colour.
        let unit = Int(state.pointee.max_h_samp_factor) * 8
        let margin = 3 * unit
        var first = CUnsignedInt(max(columns.lowerBound - margin, 0))
        let end = min(columns.upperBound + margin, width)
        guard columns.lowerBound < end, end - Int(first) < width else { return }
        guard zoo_jpeg_crop(decoder, &first, numericCast(end)) else { throw Self.explain(decoder) }
        self.columns = Int(first)..<end
    }

    func read(into target: UnsafeMutablePointer<UInt8>) throws(ImageError) {
        let target = target + columns.lowerBound * 4
        guard zoo_jpeg_read_row(decoder, target) else { throw Self.explain(decoder) }
        if isFourColour {
            composeFourColours(target, width: columns.count, isInverted: state.pointee.saw_Adobe_marker != 0)
        }
        try checkDamage()
        row += 1
    }

    func skip(_ count: Int) throws(ImageError) {
        guard count > 0 else { return }
        // The library does not look at the last rows at all when they are skipped.
        if row + count == height, !hasRest {
            try withUnsafeScratch(width * 4) { scratch throws(ImageError) in
                for _ in 0..<count { try read(into: scratch) }
            }
            return
        }
        guard zoo_jpeg_skip_rows(decoder, numericCast(count)) else { throw Self.explain(decoder) }
        try checkDamage()
        row += count
    }

    /// Whether the data of the rows to come is there for certain, as far as can be told without decoding it.
    private var hasRest: Bool {
        // All scans but an only one have been read, and of what an arithmetic decoder needs nothing can be told.
        if jpeg_has_multiple_scans(state) != 0 { return true }
        guard state.pointee.arith_code == 0 else { return false }
        // A marker that has been come upon already is a restart, or the end before its time.
        let marker = state.pointee.unread_marker
        guard marker == 0 || (0xD0...0xD7).contains(marker) else { return false }
        var isAfterOnes = false
        for byte in bytes.suffix(state.pointee.src.pointee.bytes_in_buffer) {
            // A byte of ones is followed by a zero in the data, and by itself before a marker; restart markers belong to
            // the data.
            if isAfterOnes, byte != 0, byte != 0xFF, byte & 0xF8 != 0xD0 { return byte == 0xD9 }
            isAfterOnes = byte == 0xFF
        }
        return false
    }

    func finish() throws(ImageError) -> Completeness {
        // After the last row only the end marker matters, and a file whose last bytes alone are missing is whole.
        if row == height { _ = zoo_jpeg_finish(decoder) }
        guard let soundRows else { return Completeness(isTruncated: false, soundRows: height) }
        return Completeness(isTruncated: true, soundRows: soundRows)
    }

    // MARK: - What is wrong with a file

    private func hasWarned(_ code: J_MESSAGE_CODE) -> Bool { zoo_jpeg_has_warned(decoder, numericCast(code.rawValue)) }

    /// Whether entropy-coded data was missing.
    private var endsEarly: Bool {
        if hasWarned(JWRN_HIT_MARKER) { return true }
        // In a picture of several scans a whole scan may be missing, and an arithmetic decoder reads on in zeros.
        let mayLackMore =
            state.pointee.progressive_mode != 0 || jpeg_has_multiple_scans(state) != 0 || state.pointee.arith_code != 0
        return mayLackMore && hasWarned(JWRN_JPEG_EOF)
    }

    /// Whether entropy-coded data made no sense.
    private var isDamaged: Bool {
        hasWarned(JWRN_HUFF_BAD_CODE) || hasWarned(JWRN_ARITH_BAD_CODE) || hasWarned(JWRN_MUST_RESYNC)
    }

    private func checkDamage() throws(ImageError) {
        guard soundRows == nil, state.pointee.err.pointee.num_warnings > 0 else { return }
        let (endsEarly, isDamaged) = (endsEarly, isDamaged)
        guard endsEarly || isDamaged else { return }
        let hasScans = jpeg_has_multiple_scans(state) != 0
        // In rows of the file, whatever the scale.
        let stored = Int(state.pointee.image_height)
        let extent =
            hasScans
            ? "some of its detail is missing everywhere" : "\(row * stored / height) of \(stored) rows are whole"
        guard options.allowsTruncated else {
            throw ImageError(
                endsEarly ? .truncated : .corrupt,
                "\(endsEarly ? "ends early" : "has damaged data"): \(extent) (--allow-truncated uses what is there)")
        }
        guard hasScans || row > 0 else {
            throw ImageError(
                endsEarly ? .truncated : .corrupt,
                "\(endsEarly ? "ends early" : "has damaged data"): not one row of it can be decoded")
        }
        soundRows = hasScans ? height : row
    }

    /// The error for the library's last one.
    private static func explain(_ decoder: OpaquePointer) -> ImageError {
        let code = J_MESSAGE_CODE(rawValue: numericCast(zoo_jpeg_error_code(decoder)))
        let number = zoo_jpeg_error_number(decoder)
        if zoo_jpeg_has_too_many_scans(decoder) {
            return ImageError(.tooLarge, "has more than \(maximumScans) progressive scans")
        }
        switch code {
        case JERR_BAD_PRECISION:
            return ImageError(.unsupported, "is a \(number)-bit JPEG; ZooScan reads those of 8 bits")
        case JERR_SOF_UNSUPPORTED:
            let kind =
                switch number {
                case 0xC3, 0xC7, 0xCB, 0xCF: "a lossless JPEG"
                case 0xC5, 0xC6, 0xCD, 0xCE: "a hierarchical JPEG"
                default: "a JPEG of an unknown kind"
                }
            return ImageError(.unsupported, "is \(kind), which ZooScan does not read")
        case JERR_ARITH_NOTIMPL:
            return ImageError(.unsupported, "is an arithmetic-coded JPEG, which this libjpeg does not read")
        case JERR_CONVERSION_NOTIMPL, JERR_CCIR601_NOTIMPL, JERR_FRACT_SAMPLE_NOTIMPL, JERR_COMPONENT_COUNT,
            JERR_NOTIMPL:
            return ImageError(.unsupported, "uses a form of JPEG that is not read: \(text(decoder))")
        case JERR_OUT_OF_MEMORY:
            return ImageError(.tooLarge, "cannot be decoded: there is no memory left")
        case JERR_IMAGE_TOO_BIG:
            return ImageError(.tooLarge, "states a side of more than 65,500 pixels, the most that libjpeg reads")
        default:
            // What follows the end of the data are only the library's own guesses.
            if zoo_jpeg_has_warned(decoder, numericCast(JWRN_JPEG_EOF.rawValue)) || code == JERR_INPUT_EOF {
                return ImageError(.truncated, "ends early: before its first row of pixels")
            }
            return ImageError(.corrupt, "is a damaged JPEG: \(text(decoder))")
        }
    }

    private static func text(_ decoder: OpaquePointer) -> String { String(cString: zoo_jpeg_error_text(decoder)) }

    // MARK: - EXIF

    /// What the EXIF blocks state; of each tag, what the first block with one does.
    ///
    /// A long block continues in the next.
    private static func tags(in state: UnsafeMutablePointer<jpeg_decompress_struct>) -> PhotoTags {
        let signature: [UInt8] = Array("Exif\0\0".utf8)
        var tags = PhotoTags()
        var joined: [UInt8] = []
        var marker = state.pointee.marker_list
        while let block = marker {
            let data = UnsafeRawBufferPointer(start: block.pointee.data, count: Int(block.pointee.data_length))
            if data.starts(with: signature) {
                let body = UnsafeRawBufferPointer(rebasing: data.dropFirst(signature.count))
                tags.fill(from: body)
                if tags.isComplete { return tags }
                joined += body
            }
            marker = block.pointee.next
        }
        joined.withUnsafeBytes { tags.fill(from: $0) }
        return tags
    }
}

/// Turns a row of cyan, magenta, yellow and black into red, green and blue, in place.
///
/// Red is (255 − C)(255 − K) / 255 as in Pillow, and so on. Adobe's programs store all four inverted, and every
/// decoder takes a file with their marker so.
func composeFourColours(_ row: UnsafeMutablePointer<UInt8>, width: Int, isInverted: Bool) {
    let flip: UInt8 = isInverted ? 0 : 0xFF
    for pixel in 0..<width {
        let place = row + pixel * 4
        let light = UInt32(place[3] ^ flip)
        for channel in 0..<3 {
            // x / 255 rounded, for products of two bytes, without a division.
            let product = UInt32(place[channel] ^ flip) * light + 128
            place[channel] = UInt8(truncatingIfNeeded: (product + (product >> 8)) >> 8)
        }
    }
}
