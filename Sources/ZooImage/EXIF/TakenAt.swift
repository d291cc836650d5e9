extension EXIF {
    /// When the photo was taken, in ISO 8601; `nil` where the block states no possible moment.
    ///
    /// `DateTimeOriginal` counts, and failing that `DateTimeDigitized`. The first directory's `DateTime` does not: it is
    /// the time of the last change. A fraction of a second and a zone are there only where the block states them.
    var takenAt: String? {
        guard let details = directory(tag: 0x8769) else { return nil }
        return moment(in: details, time: 0x9003, fraction: 0x9291, offset: 0x9011)
            ?? moment(in: details, time: 0x9004, fraction: 0x9292, offset: 0x9012)
    }

    /// Longer than any of the texts, which writers pad with spaces or zeros.
    private static let textLimit = 64

    private func moment(in directory: Int, time: UInt16, fraction: UInt16, offset: UInt16) -> String? {
        func trimmed(_ tag: UInt16) -> [UInt8]? {
            text(tag: tag, in: directory, limit: Self.textLimit).map { text in
                Array(text.prefix((text.lastIndex { $0 != 0x20 } ?? -1) + 1))
            }
        }
        guard let moment = trimmed(time).flatMap(isoMoment) else { return nil }
        return moment + (trimmed(fraction).flatMap(isoFraction) ?? "") + (trimmed(offset).flatMap(isoOffset) ?? "")
    }
}

/// Turns EXIF's "2019:07:21 10:32:05" into ISO 8601; `nil` unless that day and that time of day exist.
private func isoMoment(_ text: [UInt8]) -> String? {
    guard let fields = numbers(in: text, like: "0000:00:00 00:00:00") else { return nil }
    let (year, month, day) = (fields[0], fields[1], fields[2])
    // Clocks that were never set give the year 0 or 1; the first photograph is of 1826.
    guard year >= 1826, (1...12).contains(month), (1...daysIn(month, year)).contains(day), fields[3] < 24,
        fields[4] < 60, fields[5] < 60
    else { return nil }
    var iso = text
    (iso[4], iso[7], iso[10]) = (0x2D, 0x2D, 0x54)
    return String(decoding: iso, as: UTF8.self)
}

/// Turns the digits of a fraction of a second into what follows the seconds in ISO 8601.
private func isoFraction(_ text: [UInt8]) -> String? {
    guard (1...9).contains(text.count), text.allSatisfy(isDigit) else { return nil }
    return "." + String(decoding: text, as: UTF8.self)
}

/// Passes an offset from UTC such as "+02:00" that some place on Earth has.
private func isoOffset(_ text: [UInt8]) -> String? {
    if text == [0x5A] { return "Z" }
    guard text.count == 6, text[0] == 0x2B || text[0] == 0x2D,
        let fields = numbers(in: Array(text.dropFirst()), like: "00:00"), fields[0] <= 14, fields[1] < 60
    else { return nil }
    // ISO 8601 has no −00:00.
    guard text[0] == 0x2B || fields != [0, 0] else { return nil }
    return String(decoding: text, as: UTF8.self)
}

/// The numbers of a text that has digits where the pattern has zeros, and elsewhere the pattern's characters.
private func numbers(in text: [UInt8], like pattern: StaticString) -> [Int]? {
    guard text.count == pattern.utf8CodeUnitCount else { return nil }
    var fields = [0]
    for (index, byte) in text.enumerated() {
        let wanted = pattern.utf8Start[index]
        if wanted == 0x30 {
            guard isDigit(byte) else { return nil }
            fields[fields.count - 1] = fields[fields.count - 1] * 10 + Int(byte - 0x30)
        } else {
            guard byte == wanted else { return nil }
            fields.append(0)
        }
    }
    return fields
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

private func daysIn(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
}
