import EventLoop
import HTTP

/// What becomes of a client when there are too many.
extension ServerLoop {
    /// Connections that are told at leisure that they are too many; beyond them, as quickly as can be.
    static let mostTurnedAway = 64
    /// How often idle connections are looked for, and how many are closed then.
    private static let roomPause = Duration.milliseconds(50)
    private static let roomAtOnce = 32
    /// Seconds, for those who are turned away.
    static let retryAfter = "5"

    /// Says 503 and closes. Whether it arrives is not waited for: so many are turned away that the point is to do little.
    func cutOff(_ socket: CInt, isSecure: Bool, _ denial: ConnectionQuota.Denial) {
        if !isSecure {
            let refusal = Refusal(status: .serviceUnavailable, detail: Self.words(for: denial), request: nil)
            let response = configuration.problem(refusal).with("Retry-After", Self.retryAfter)
            output.write(response, dateField: dateLine, closes: true)
            output.withUnsafeBytes { bytes in _ = try? Kernel.send(socket, bytes) }
            output.removeAll()
            Kernel.finishSending(socket)
        }
        Kernel.close(socket)
    }

    /// What a client that is turned away is told.
    static func words(for denial: ConnectionQuota.Denial) -> String {
        switch denial {
        case .full: "There are too many connections."
        case .addressIsFull: "There are too many connections from this address."
        }
    }

    /// Closes the connections that have been idle longest. They are what is kept in reserve: their peers have nothing
    /// under way and can connect again (RFC 9112 §9.5). Returns whether any was closed.
    func makeRoom() -> Bool {
        // Looking through all of them again and again would be a way to keep the loop busy.
        guard loop.moment >= nextRoom else { return false }
        nextRoom = loop.moment + Self.roomPause
        let latest = loop.moment.advanced(byNanoseconds: -configuration.limits.spare.nanoseconds)
        var idle: [(since: Moment, slot: Int)] = []
        for index in slots.indices {
            if let since = slots[index].connection?.idleSince, since <= latest { idle.append((since, index)) }
        }
        idle.sort { $0.since < $1.since }
        var closed = 0
        for (_, slot) in idle.prefix(Self.roomAtOnce) {
            let before = open
            slots[slot].connection?.closeIfIdle()
            closed += before - open
        }
        for _ in 0..<closed { counters.connectionSpared() }
        return closed > 0
    }
}
