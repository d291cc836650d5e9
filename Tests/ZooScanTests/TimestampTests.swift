import FoundationEssentials
import Testing
import ZooScan

struct TimestampTests {
    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00.000Z"), (1_796_027_313.09, "2026-11-30T08:28:33.090Z"),
        (951_782_399.999, "2000-02-28T23:59:59.999Z"), (951_782_400, "2000-02-29T00:00:00.000Z"),
        (-0.001, "1969-12-31T23:59:59.999Z"),
    ])
    func writesUTC(seconds: Double, text: String) {
        #expect(Timestamp.utc(Date(timeIntervalSince1970: seconds)) == text)
        let read = Timestamp.parse(text).map { ($0.timeIntervalSince1970 * 1000).rounded() }
        #expect(read == (seconds * 1000).rounded())
    }

    @Test func readsZonesAndTimesBeforeNow() {
        let now = Date(timeIntervalSince1970: 1_796_027_313)
        #expect(Timestamp.parse("2026-11-30T09:28:33+01:00") == now)
        #expect(Timestamp.parse("2026-11-30 02:58:33-05:30") == now)
        #expect(Timestamp.parse("90m", now: now) == now.addingTimeInterval(-5400))
        #expect(Timestamp.parse("2w", now: now) == now.addingTimeInterval(-1_209_600))
        // Local time, whatever the zone is.
        for text in ["2026-11-30", "2026-06-30T12:34"] {
            let read = Timestamp.parse(text)
            #expect(read.map { Timestamp.local($0).hasPrefix(text.replacing("T", with: " ")) } == true)
        }
    }

    @Test(arguments: [
        "", "yesterday", "2026", "2026-13-01", "2026-02-30", "2026-1-1", "2026-11-30T25:00", "2026-11-30T08", "-3d",
        "d",
        "2026-11-30T08:00:00.", "2026-11-30T08:00:61Z", "99999999999999999999d", "+026-11-30", "2026-11-30T08:00+1:00",
    ])
    func refusesWhatIsNoTime(text: String) { #expect(Timestamp.parse(text) == nil) }
}
