import Telephony
import TestSupport
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        ("2024-04-24T14:16:32Z", 1_713_968_192_000),
        ("2024-04-24T14:16:32.115Z", 1_713_968_192_115),
        ("2024-04-24T14:16:32.1Z", 1_713_968_192_100),
        ("2024-04-24T16:16:32.115123+02:00", 1_713_968_192_115),
        ("2024-04-24T14:16:32.115999999Z", 1_713_968_192_115),
        ("2024-04-24T14:16:32,115Z", 1_713_968_192_115),
        ("2024-04-24T14:16:32+00:00", 1_713_968_192_000),
        ("2024-04-24T14:16:32+0000", 1_713_968_192_000),
        ("2024-04-24T16:16:32+02", 1_713_968_192_000),
        ("2024-04-24T08:46:32-0530", 1_713_968_192_000),
        ("2024-04-24 14:16:32", 1_713_968_192_000),
        ("2024-04-24t14:16:32z", 1_713_968_192_000),
        ("2024-04-24T14:16Z", 1_713_968_160_000),
        ("2024-04-24", 1_713_916_800_000),
        ("2000-02-29T00:00:00Z", 951_782_400_000),
        ("1970-01-01T00:00:00Z", 0),
        ("1969-12-31T23:59:59.999Z", -1),
        ("1900-03-01T00:00:00Z", -2_203_891_200_000),
        ("2016-12-31T23:59:60Z", 1_483_228_800_000),
    ])
    func readsEveryNotation(text: String, milliseconds: Int64) {
        #expect(Timestamp(text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "now", "2024", "2024-04", "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z", "2024-04-31T00:00:00Z",
        "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-04-24T24:00:00Z", "2024-04-24T14:60:00Z",
        "2024-04-24T14:16:61Z", "2024-04-24T14:16:32.Z", "2024-04-24T14:16:32Q", "2024-04-24T14:16:32Zx",
        "2024-04-24T14:16:32+2", "2024-04-24T14:16:32+99:00", "2024-04-24T14:16:32+02:60", "24-04-24T14:16:32Z",
        "２０２４-04-24T14:16:32Z", "2024-04-24T", "2024-04-24T14", " 2024-04-24T14:16:32Z",
    ])
    func refusesWhatIsNoTime(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test func writesMillisecondsInUTC() {
        #expect(Timestamp(milliseconds: 1_772_355_600_101).rfc3339() == "2026-03-01T09:00:00.101Z")
        #expect(Timestamp(milliseconds: 1_772_355_600_101).dateAndTime() == "2026-03-01 09:00:00")
        #expect(Timestamp(milliseconds: -1).rfc3339() == "1969-12-31T23:59:59.999Z")
    }

    @Test(arguments: 0..<200)
    func whatIsWrittenReadsTheSame(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let time = Timestamp(milliseconds: .random(in: -60_000_000_000_000...250_000_000_000_000, using: &random))

        #expect(Timestamp(time.rfc3339()) == time)
    }

    @Test func writesEveryInt64WithoutATrap() {
        #expect(!Timestamp(milliseconds: .max).rfc3339().isEmpty)
        #expect(!Timestamp(milliseconds: .min).rfc3339().isEmpty)
    }

    @Test func movesByDurations() {
        let time = Timestamp(milliseconds: 1_000)

        #expect(time.advanced(by: .milliseconds(1_500)).milliseconds == 2_500)
        #expect(time.advanced(by: .seconds(-2)).milliseconds == -1_000)
        #expect(time.duration(to: Timestamp(milliseconds: 4_250)) == .milliseconds(3_250))
        #expect(Timestamp(milliseconds: -1).seconds == -1)
    }

    @Test func theSystemsClockIsPastTheYearOfThisTest() throws {
        let year2025 = try #require(Timestamp("2025-01-01T00:00:00Z"))

        #expect(WallClock.system.now() > year2025)
    }
}
