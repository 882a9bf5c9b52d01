import EventLoop
import HTTP

/// What one connection does next. It decides; `Connection` acts.
///
/// A connection reads, takes requests out of what it has read, lets handlers answer them one after the other, and
/// sends the answers. It never reads while an answer is owed, so answers keep the order of their requests.
struct ConnectionState {
    enum Phase: Equatable {
        /// TLS is being agreed on.
        case handshake
        /// Nothing of the next request is there.
        case idle
        /// A part of a head is there.
        case head
        /// A head is there, and not all of its body.
        case body
        /// A handler has the request; its answer is owed.
        case handling
        /// The last answer is out; what still comes is dropped, until the peer closes.
        case lingering
    }

    enum Step: Equatable {
        /// Wait for bytes.
        case read
        /// Take requests out of the bytes that are there.
        case parse
        /// Send what has been gathered.
        case send
        /// Wait for the peer to take what could not be sent.
        case waitToSend
        /// Wait for a handler's answer.
        case waitForAnswer
        /// Say that no more will come, and drop what is received.
        case linger
        case close
    }

    /// What a passed deadline means.
    enum Overdue: Equatable {
        case no
        case close
        /// Answer 408 and close.
        case refuse
    }

    private let timeouts: Timeouts
    private(set) var phase: Phase
    private(set) var isDraining = false
    /// No request is taken after the one at hand.
    private var isLast = false
    private var lingersAtEnd = false
    /// There are bytes nobody has looked at for requests.
    private var hasUnparsed = false
    private var phaseDeadline: Moment?
    private var bodyBegan: Moment?
    /// While the peer does not take what we send.
    private var writeDeadline: Moment?
    /// Since when it does not; says nothing without `writeDeadline`.
    private var writeBegan: Moment

    init(timeouts: Timeouts, now: Moment, isSecure: Bool = false) {
        self.timeouts = timeouts
        phase = isSecure ? .handshake : .idle
        phaseDeadline = now.advanced(byNanoseconds: isSecure ? timeouts.head : timeouts.idle)
        writeBegan = now
    }

    /// When something must have happened; nil while a handler is waited for.
    var deadline: Moment? { writeDeadline ?? phaseDeadline }

    /// Since when nothing is under way; nil while something is.
    var idleSince: Moment? {
        guard phase == .idle, writeDeadline == nil, !hasUnparsed else { return nil }
        return phaseDeadline?.advanced(byNanoseconds: -timeouts.idle)
    }

    /// Whether bytes of the peer are wanted now.
    var readsInput: Bool { phase != .handling && writeDeadline == nil }

    /// Whether nothing is begun, owed or unsent.
    var isAtRest: Bool { phase == .idle && writeDeadline == nil && !hasUnparsed && !isLast }

    /// Whether the answer at hand is to say `Connection: close`.
    var isLastAnswer: Bool { isLast || isDraining }

    // MARK: Input

    /// TLS is agreed on, and nothing of a request has come yet.
    mutating func handshakeDone(now: Moment) {
        guard phase == .handshake else { return }
        // While the server stops, who has come this far may still send one request, in the time that is left.
        phase = isDraining ? .head : .idle
        if !isDraining { phaseDeadline = now.advanced(byNanoseconds: timeouts.idle) }
    }

    mutating func received() -> Step {
        if phase == .lingering { return .read }
        hasUnparsed = true
        return .parse
    }

    /// The peer sends no more. What it began is not finished; what it asked before has been answered.
    func peerFinished() -> Step { .close }

    /// No complete request is there.
    mutating func needsMore(_ progress: RequestParser.Progress, now: Moment) {
        hasUnparsed = false
        switch progress {
        case .nothing:
            phase = .idle
            phaseDeadline = now.advanced(byNanoseconds: timeouts.idle)
            if isDraining { isLast = true }
        case .head:
            // Set once: a head has its time, however it is cut.
            if phase != .head { phaseDeadline = now.advanced(byNanoseconds: timeouts.head) }
            phase = .head
        case .body(let received):
            let began = phase == .body ? bodyBegan ?? now : now
            bodyBegan = began
            phase = .body
            phaseDeadline = began.advanced(byNanoseconds: timeouts.body(received: received))
        }
    }

    /// A handler gets a request.
    ///
    /// - Parameter isFollowed: whether there are bytes behind it.
    mutating func took(keepsAlive: Bool, isFollowed: Bool) {
        hasUnparsed = isFollowed
        phase = .handling
        phaseDeadline = nil
        if !keepsAlive { isLast = true }
    }

    /// What came is no request, or came too slowly; an answer says so and is the last.
    mutating func refused() {
        phase = .handling
        phaseDeadline = nil
        isLast = true
        lingersAtEnd = true
    }

    // MARK: Output

    /// The answer to the request at hand has been gathered.
    mutating func answered(now: Moment) -> Step {
        if isDraining { isLast = true }
        phase = .idle
        phaseDeadline = now.advanced(byNanoseconds: timeouts.idle)
        return isLast || writeDeadline != nil || !hasUnparsed ? .send : .parse
    }

    /// Everything gathered has been sent.
    mutating func sent(now: Moment) -> Step {
        writeDeadline = nil
        if phase == .handling { return .waitForAnswer }
        if isLast {
            // Closing while bytes come resets the connection, and a reset can overtake the answer (RFC 9112 §9.6).
            guard lingersAtEnd || hasUnparsed else { return .close }
            phase = .lingering
            phaseDeadline = now.advanced(byNanoseconds: timeouts.linger)
            return .linger
        }
        return hasUnparsed ? .parse : .read
    }

    /// The peer does not take all of it now. Call it again when the peer has taken some.
    ///
    /// - Parameter taken: what it has taken, in bytes, since it first did not take all.
    mutating func blocked(taken: Int, now: Moment) -> Step {
        // As with a body: drips do not move the deadline, what they carry does.
        if writeDeadline == nil { writeBegan = now }
        writeDeadline = writeBegan.advanced(byNanoseconds: timeouts.write(taken: taken))
        return .waitToSend
    }

    // MARK: Time

    func overdue(now: Moment) -> Overdue {
        guard let deadline, deadline <= now else { return .no }
        if writeDeadline != nil { return .close }
        return phase == .head || phase == .body ? .refuse : .close
    }

    /// The server stops: finish what was begun, take nothing new. Returns whether there is nothing to finish.
    mutating func drain() -> Bool {
        isDraining = true
        return phase == .idle && writeDeadline == nil
    }

    /// Nothing is to finish, but a last request is awaited until then.
    mutating func awaitFarewell(until end: Moment) {
        phaseDeadline = min(phaseDeadline ?? end, end)
    }
}
