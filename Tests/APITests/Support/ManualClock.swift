import Synchronization
import Telephony

/// A clock that stands until it is told to go on.
final class ManualClock: Sendable {
    private let time: Mutex<Timestamp>

    /// 2026-03-01T09:00:00Z.
    init(_ time: Timestamp = Timestamp(seconds: 1_772_355_600)) { self.time = Mutex(time) }

    var now: Timestamp { time.withLock { $0 } }
    var wall: WallClock { WallClock { self.now } }

    func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }
}
