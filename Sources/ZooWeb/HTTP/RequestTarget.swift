import ZooScan

/// What a request's first line asks for: the path's parts and the query, both decoded.
package struct RequestTarget: Sendable, Hashable {
    /// The parts between the path's slashes; none for `/`.
    package let path: [String]
    /// The query's names and values, in their order.
    package let query: [Parameter]

    /// A name and a value.
    package struct Parameter: Sendable, Hashable {
        package let name: String
        package let value: String
    }

    /// Reads a target such as `/api/v1/animals?limit=5`.
    ///
    /// - Parameter bytes: As they came. A path that does not begin with a slash, a percent sign without two digits, a
    ///   zero byte and what is no UTF-8 are refused: nothing that could mean two things is taken.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.first == UInt8(ascii: "/") else { return nil }
        let halves = bytes.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves[0].dropFirst()
        var path: [String] = []
        if !parts.isEmpty {
            for part in parts.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
                guard let text = Self.decoded(part, plusIsSpace: false) else { return nil }
                path.append(text)
            }
        }
        self.path = path
        var query: [Parameter] = []
        for part in halves.count > 1 ? halves[1].split(separator: UInt8(ascii: "&")) : [] {
            let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(sides[0], plusIsSpace: true),
                let value = Self.decoded(sides.count > 1 ? sides[1] : part.dropFirst(part.count), plusIsSpace: true)
            else { return nil }
            query.append(Parameter(name: name, value: value))
        }
        self.query = query
    }

    private static func decoded(_ bytes: some Collection<UInt8>, plusIsSpace: Bool) -> String? {
        var result: [UInt8] = []
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
                result.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: result.append(UInt8(ascii: " "))
            default: result.append(byte)
            }
        }
        return result.contains(0) ? nil : String(validating: result, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
    }

    /// The path as it stands in a URL.
    var pathText: String { "/" + path.map(Self.encoded).joined(separator: "/") }

    private static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(UnicodeScalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count < 2 ? "%0" + digits : "%" + digits
            }
        }
        return result
    }
}
