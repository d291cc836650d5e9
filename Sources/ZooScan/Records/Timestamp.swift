public import FoundationEssentials
import Glibc

/// Times as text: ISO 8601, in UTC and to the millisecond.
public enum Timestamp {
    /// A time in UTC, such as `2026-11-30T08:26:01.123Z`: the form that lists and exports have.
    public static func utc(_ date: Date) -> String {
        let (seconds, milliseconds) = parts(date)
        var time = tm()
        var moment = time_t(seconds)
        gmtime_r(&moment, &time)
        return day(time) + "T" + clock(time) + "." + digits(milliseconds, 3) + "Z"
    }

    /// A time as the clock on the wall has it, to the minute: `2026-11-30 09:26`.
    public static func local(_ date: Date) -> String {
        var time = tm()
        var moment = time_t(parts(date).seconds)
        localtime_r(&moment, &time)
        return day(time) + " " + clock(time).prefix(5)
    }

    /// Reads a time.
    ///
    /// - Parameter text: A day `2026-11-30`; a day and a time of day `2026-11-30T08:26`, with or without seconds and
    ///   their fractions; behind it `Z` or an offset such as `+01:00`, else it is local time. Or a time before now:
    ///   `90m`, `12h`, `7d`, `2w`.
    public static func parse(_ text: String, now: Date = Date()) -> Date? {
        if let unit = text.last, let seconds = ["m": 60, "h": 3600, "d": 86_400, "w": 604_800][unit] {
            guard let count = Int(text.dropLast()), (0...100_000_000).contains(count) else { return nil }
            return now.addingTimeInterval(-Double(count * seconds))
        }
        let (body, offset) = splitZone(text)
        let separator = body.firstIndex { $0 == "T" || $0 == "t" || $0 == " " }
        let days = body[..<(separator ?? body.endIndex)].split(separator: "-", omittingEmptySubsequences: false)
        guard days.count == 3, days[0].count == 4, days[1].count == 2, days[2].count == 2, let year = number(days[0]),
            let month = number(days[1]), let day = number(days[2]), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        var clock = (hour: 0, minute: 0, second: 0, fraction: 0.0)
        if let separator {
            guard let read = readClock(body[body.index(after: separator)...]) else { return nil }
            clock = read
        }
        var time = tm()
        time.tm_year = Int32(year - 1900)
        time.tm_mon = Int32(month - 1)
        time.tm_mday = Int32(day)
        time.tm_hour = Int32(clock.hour)
        time.tm_min = Int32(clock.minute)
        time.tm_sec = Int32(clock.second)
        time.tm_isdst = -1
        let seconds = offset == nil ? mktime(&time) : timegm(&time)
        // A day that its month does not have would be taken for one of the next month.
        guard time.tm_mday == Int32(day) else { return nil }
        return Date(timeIntervalSince1970: Double(seconds - (offset ?? 0)) + clock.fraction)
    }

    private static func readClock(_ text: Substring) -> (hour: Int, minute: Int, second: Int, fraction: Double)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts[0].count == 2, parts[1].count == 2, let hour = number(parts[0]),
            let minute = number(parts[1]), (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        guard parts.count == 3 else { return (hour, minute, 0, 0) }
        let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
        guard seconds.count <= 2, seconds[0].count == 2, let second = number(seconds[0]), (0...59).contains(second)
        else {
            return nil
        }
        guard seconds.count == 2 else { return (hour, minute, second, 0) }
        guard number(seconds[1]) != nil, let fraction = Double("0." + seconds[1]) else { return nil }
        return (hour, minute, second, fraction)
    }

    /// Takes a zone off a time's end and gives its offset from UTC in seconds.
    private static func splitZone(_ text: String) -> (Substring, offset: Int?) {
        if text.hasSuffix("Z") || text.hasSuffix("z") { return (text.dropLast(), 0) }
        let zone = text.suffix(6)
        let sign = zone.first == "+" ? 1 : zone.first == "-" ? -1 : 0
        let parts = zone.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard text.contains(where: { $0 == "T" || $0 == "t" || $0 == " " }), sign != 0, parts.count == 2,
            parts[0].count == 2, parts[1].count == 2, let hours = number(parts[0]), let minutes = number(parts[1])
        else { return (text[...], nil) }
        return (text.dropLast(6), sign * (hours * 3600 + minutes * 60))
    }

    private static func number(_ text: Substring) -> Int? {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    private static func parts(_ date: Date) -> (seconds: Int, milliseconds: Int) {
        let all = Int((date.timeIntervalSince1970 * 1000).rounded())
        let milliseconds = (all % 1000 + 1000) % 1000
        return ((all - milliseconds) / 1000, milliseconds)
    }

    private static func day(_ time: tm) -> String {
        digits(Int(time.tm_year) + 1900, 4) + "-" + digits(Int(time.tm_mon) + 1, 2) + "-" + digits(Int(time.tm_mday), 2)
    }

    private static func clock(_ time: tm) -> String {
        [time.tm_hour, time.tm_min, time.tm_sec].map { digits(Int($0), 2) }.joined(separator: ":")
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
}
