import CZooCodecs

/// Decodes a PNG by libpng, row by row; an interlaced one is first put together in memory.
///
/// Every colour type and depth. Samples of 16 bits are cut to their high byte and `gAMA` plays no part, as in Pillow;
/// what is transparent is laid over white.
final class PNGDecoder: RowSource {
    let header: PhotoHeader
    let orientation: Orientation
    let width: Int
    let height: Int

    private let decoder: OpaquePointer
    private let options: DecodeOptions
    private var row = 0
    private var soundRows: Int?
    private var interlaced: UnsafeMutablePointer<UInt8>?

    /// Reads the header and makes ready for the first row.
    ///
    /// - Parameter bytes: The file, which must stay in place while this object lives.
    init(_ bytes: UnsafeRawBufferPointer, _ options: DecodeOptions) throws(ImageError) {
        self.options = options
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
            let decoder = zoo_png_create(start, bytes.count)
        else { throw ImageError(.tooLarge, "cannot be decoded: there is no memory left") }
        self.decoder = decoder
        var (width, height) = (0, 0)
        do throws(ImageError) {
            guard zoo_png_read_header(decoder) else { throw Self.explain(decoder, row: 0, of: nil) }
            (width, height) = (Int(zoo_png_width(decoder)), Int(zoo_png_height(decoder)))
            try checkSize(width: width, height: height, options)
            guard zoo_png_start(decoder) else { throw Self.explain(decoder, row: 0, of: height) }
        } catch {
            zoo_png_destroy(decoder)
            throw error
        }
        self.width = width
        self.height = height
        let tags = Self.tags(in: bytes)
        orientation = tags.orientation ?? .upright
        header = PhotoHeader(format: .png, storedWidth: width, storedHeight: height, tags: tags)
    }

    deinit {
        zoo_png_destroy(decoder)
        interlaced?.deallocate()
    }

    func read(into target: UnsafeMutablePointer<UInt8>) throws(ImageError) {
        defer { row += 1 }
        if zoo_png_is_interlaced(decoder) {
            let picture = try decodeInterlaced()
            target.update(from: picture + row * width * 4, count: width * 4)
        } else if soundRows == nil, !zoo_png_read_row(decoder, target) {
            try noteDamage()
        }
        if let soundRows, row >= soundRows, !zoo_png_is_interlaced(decoder) {
            target.update(repeating: missingPixel, count: width * 4)
        } else {
            layOverWhite(target, width: width)
        }
    }

    func skip(_ count: Int) throws(ImageError) {
        if zoo_png_is_interlaced(decoder) {
            row += count
            return
        }
        // Each row is coded as a difference from the one above, so none can be left out.
        try withUnsafeScratch(width * 4) { scratch throws(ImageError) in
            for _ in 0..<count {
                if soundRows == nil, !zoo_png_read_row(decoder, scratch) { try noteDamage() }
                row += 1
            }
        }
    }

    func finish() throws(ImageError) -> Completeness {
        if zoo_png_is_interlaced(decoder) { _ = try decodeInterlaced() }
        // What follows the rows cannot change them, but a sum that does not fit shows damage.
        if soundRows == nil, row == height, !zoo_png_finish(decoder), !zoo_png_is_cut_short(decoder) {
            try noteDamage()
        }
        return Completeness(isTruncated: soundRows != nil, soundRows: soundRows ?? height)
    }

    /// The whole picture, decoded when it is first asked for.
    private func decodeInterlaced() throws(ImageError) -> UnsafeMutablePointer<UInt8> {
        if let interlaced { return interlaced }
        let picture = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height * 4)
        interlaced = picture
        picture.initialize(repeating: missingPixel, count: width * height * 4)
        for index in 0..<width * height { picture[index * 4 + 3] = 0xFF }
        for pass in 0..<7 {
            for row in 0..<height {
                guard zoo_png_read_row(decoder, picture + row * width * 4) else {
                    // From the second pass on every row holds something, coarser than it should be.
                    self.row = pass == 0 ? row : height
                    defer { self.row = 0 }
                    try noteDamage()
                    return picture
                }
            }
        }
        return picture
    }

    private func noteDamage() throws(ImageError) {
        guard options.allowsTruncated, row > 0 else { throw Self.explain(decoder, row: row, of: height) }
        soundRows = row
    }

    private static func explain(_ decoder: OpaquePointer, row: Int, of height: Int?) -> ImageError {
        let extent =
            switch height {
            case let height? where row > 0: "\(row) of \(height) rows are whole (--allow-truncated uses what is there)"
            default: "before its first row of pixels"
            }
        if zoo_png_is_cut_short(decoder) { return ImageError(.truncated, "ends early: \(extent)") }
        return ImageError(
            .corrupt, "is a damaged PNG: \(String(cString: zoo_png_error_text(decoder)))\(row > 0 ? "; \(extent)" : "")"
        )
    }

    /// What the `eXIf` chunk states, which may stand before or after the rows.
    private static func tags(in bytes: UnsafeRawBufferPointer) -> PhotoTags {
        var tags = PhotoTags()
        // libpng would give a chunk after the rows only when they are decoded, and then it is too late to turn them.
        var place = 8
        while place + 12 <= bytes.count {
            let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
            guard length <= bytes.count - place - 12 else { break }
            if bytes[(place + 4)..<(place + 8)].elementsEqual("eXIf".utf8) {
                let body = UnsafeRawBufferPointer(rebasing: bytes[(place + 8)..<(place + 8 + length)])
                tags.fill(from: body)
                break
            }
            place += 12 + length
        }
        return tags
    }
}

/// Lays a row of red, green, blue and alpha over white, in place: (colour · alpha + 255 · (255 − alpha)) / 255, rounded.
func layOverWhite(_ row: UnsafeMutablePointer<UInt8>, width: Int) {
    for pixel in 0..<width {
        let place = row + pixel * 4
        let alpha = UInt32(place[3])
        if alpha == 255 { continue }
        for channel in 0..<3 {
            let sum = UInt32(place[channel]) * alpha + 255 * (255 - alpha)
            place[channel] = UInt8(truncatingIfNeeded: (sum + 127) / 255)
        }
    }
}

/// Lends memory for one row.
func withUnsafeScratch(
    _ count: Int, _ body: (UnsafeMutablePointer<UInt8>) throws(ImageError) -> Void
) throws(ImageError) {
    let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    defer { scratch.deallocate() }
    try body(scratch)
}
