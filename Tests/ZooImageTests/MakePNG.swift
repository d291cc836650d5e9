/// Writes a PNG of 8-bit red, green and blue without compression: enough for tests to make their own photos.
func makePNG(_ pixels: [UInt8], width: Int, height: Int, orientation: Int? = nil) -> [UInt8] {
    var raw: [UInt8] = []
    for row in 0..<height { raw += [0] + pixels[row * width * 3..<(row + 1) * width * 3] }
    // zlib: stored blocks of at most 65,535 bytes, then the Adler-32 sum.
    var stream: [UInt8] = [0x78, 0x01]
    var place = 0
    repeat {
        let count = min(raw.count - place, 65_535)
        stream.append(place + count == raw.count ? 1 : 0)
        stream += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255)]
        stream += raw[place..<place + count]
        place += count
    } while place < raw.count
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in raw {
        a = (a + UInt32(byte)) % 65_521
        b = (b + a) % 65_521
    }
    stream += bigEndian(b << 16 | a)
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += chunk("IHDR", bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 2, 0, 0, 0])
    if let orientation { file += chunk("eXIf", exif(orientation: orientation)) }
    file += chunk("IDAT", stream)
    return file + chunk("IEND", [])
}

/// An EXIF block with nothing but an orientation, big-endian.
func exif(orientation: Int) -> [UInt8] {
    Array("MM\0*".utf8) + bigEndian(8) + [0, 1, 0x01, 0x12, 0, 3] + bigEndian(1) + [0, UInt8(orientation), 0, 0]
        + bigEndian(0)
}

/// A chunk of a PNG with its length and its check sum.
func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in named {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return bigEndian(UInt32(body.count)) + named + bigEndian(~sum)
}

func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
}
