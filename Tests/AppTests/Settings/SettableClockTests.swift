import Glibc
import Telephony
import Testing

@testable import App

struct SettableClockTests {
    /// How far `clock` is from `time`, in milliseconds.
    private func distance(_ clock: WallClock, _ time: String) -> Int64 {
        abs(clock.now().milliseconds - (Timestamp(time)?.milliseconds ?? 0))
    }

    @Test func runsOnFromATime() throws {
        let clock = try SettableClock("2026-03-01T09:00:00Z", in: Bench().surroundings).clock

        let first = clock.now()
        #expect(distance(clock, "2026-03-01T09:00:00Z") < 60_000)
        #expect(clock.now() >= first)
    }

    @Test func aFileThatIsReplacedMovesIt() throws {
        let bench = Bench()
        try bench.write("2026-03-01T09:00:00Z\n", to: "clock")
        let clock = try SettableClock("@clock", in: bench.surroundings).clock
        #expect(distance(clock, "2026-03-01T09:00:00Z") < 60_000)

        try bench.write("2027-01-01 00:00:00+01:00", to: "clock")

        #expect(distance(clock, "2026-12-31T23:00:00Z") < 60_000)
    }

    @Test func goesOnWhileTheFileIsMissingOrHalfWritten() throws {
        let bench = Bench()
        let path = try bench.write("2026-03-01T09:00:00Z", to: "clock")
        let clock = try SettableClock("@" + path, in: bench.surroundings).clock

        try bench.write("2026-0", to: "clock")
        #expect(distance(clock, "2026-03-01T09:00:00Z") < 60_000)
        unlink(path)
        #expect(distance(clock, "2026-03-01T09:00:00Z") < 60_000)
    }

    @Test func countsFromWhenTheFileWasWritten() throws {
        let bench = Bench()
        let path = try bench.write("2026-03-01T09:00:00Z", to: "clock")
        var times = [timespec(), timespec()]
        clock_gettime(CLOCK_REALTIME, &times[0])
        times[0].tv_sec -= 3600
        times[1] = times[0]
        utimensat(AT_FDCWD, path, times, 0)

        let clock = try SettableClock("@" + path, in: bench.surroundings).clock

        #expect(distance(clock, "2026-03-01T10:00:00Z") < 60_000)
    }

    @Test(arguments: ["@nowhere", "soon"])
    func refusesWhatIsNoTime(setting: String) {
        #expect(throws: Failure.self) { try SettableClock(setting, in: Bench().surroundings) }
    }
}
