import Glibc
import Synchronization
import Telephony

/// A clock that a test sets: it runs on from the time it was given.
package final class SettableClock: Sendable {
    private struct State {
        var fingerprint = Fingerprint()
        /// What to add to the machine's time, in milliseconds.
        var offset: Int64 = 0
    }

    private let path: String?
    private let state: Mutex<State>

    /// Fails with words unless `setting` is an ISO 8601 time, from which the clock runs on now, or `@FILE`. The file
    /// holds one such time, and the clock has run on since the file was written. Replacing the file moves the clock.
    package init(_ setting: String, in surroundings: Surroundings) throws(Failure) {
        var state = State()
        if setting.hasPrefix("@") {
            let path = surroundings.absolute(String(setting.dropFirst()))
            guard let fresh = SettableClock.read(path) else {
                throw .usage("HOOKLINE_CLOCK: \(path) does not hold an ISO 8601 time")
            }
            state = fresh
            self.path = path
        } else {
            guard let start = Timestamp(setting) else {
                throw .usage("HOOKLINE_CLOCK: `\(setting)` is neither an ISO 8601 time nor @FILE")
            }
            state.offset = start.milliseconds - WallClock.system.now().milliseconds
            path = nil
        }
        self.state = Mutex(state)
    }

    /// The same, as what others take.
    package var clock: WallClock { WallClock { self.now() } }

    private func now() -> Timestamp {
        let offset = state.withLock { state in
            if let path, let fingerprint = Fingerprint(path), fingerprint != state.fingerprint,
                let fresh = SettableClock.read(path)
            {
                state = fresh
            }
            return state.offset
        }
        return Timestamp(milliseconds: WallClock.system.now().milliseconds + offset)
    }

    /// Nil while the file is missing or half written; the old time then goes on.
    private static func read(_ path: String) -> State? {
        guard let fingerprint = Fingerprint(path), let text = try? Files.readText(path, limit: 4096),
            let time = Timestamp(text.trimmingBlanks)
        else { return nil }
        return State(fingerprint: fingerprint, offset: time.milliseconds - fingerprint.writtenAt)
    }

    /// What tells one state of a file from another.
    private struct Fingerprint: Equatable {
        var inode: UInt64 = 0
        var size = 0
        var seconds = 0
        var nanoseconds = 0

        init() {}

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            inode = UInt64(status.st_ino)
            size = Int(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }

        /// Milliseconds since 1970 by the machine's clock.
        var writtenAt: Int64 { Int64(seconds) * 1000 + Int64(nanoseconds) / 1_000_000 }
    }
}
