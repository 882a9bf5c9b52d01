import HTTP
import Synchronization

/// What a server has done since its start.
package struct ServerCounters: Equatable, Sendable {
    /// Answers by the first digit of their status: `answers[2]` counts 200 to 299. Index 0 is not used.
    package var answers = [Int](repeating: 0, count: 6)
    package var connectionsAccepted = 0
    package var connectionsOpen = 0
    /// Connections beyond a limit, told 503.
    package var connectionsRefused = 0
    /// Idle connections closed to make room for others.
    package var connectionsSpared = 0
    /// Connections that the peer reset, or closed while it was being answered.
    package var peersGone = 0
    /// Requests that are none, or too large.
    package var requestsRefused = 0
    /// Requests that came too slowly, told 408.
    package var requestTimeouts = 0
    /// Failed attempts to accept, mostly for want of file descriptors.
    package var acceptFailures = 0
    package var bytesReceived = 0
    package var bytesSent = 0
    /// TLS handshakes that were done.
    package var handshakes = 0
    /// Of them, those that took up an earlier session.
    package var handshakesResumed = 0
    /// TLS handshakes that were refused, by either side.
    package var handshakesFailed = 0
    /// Promised answers that did not come in time.
    package var deferredTimeouts = 0

    package var requests: Int { answers.reduce(0, +) }
}

/// The counters of one loop: written by it, read by anyone.
final class LoopCounters: Sendable {
    private let success = Atomic(0)
    private let redirection = Atomic(0)
    private let clientError = Atomic(0)
    private let serverError = Atomic(0)
    private let accepted = Atomic(0)
    private let closed = Atomic(0)
    private let refused = Atomic(0)
    private let failures = Atomic(0)
    private let spared = Atomic(0)
    private let gone = Atomic(0)
    private let refusals = Atomic(0)
    private let late = Atomic(0)
    private let received = Atomic(0)
    private let sent = Atomic(0)
    private let timeouts = Atomic(0)
    private let handshakes = Atomic(0)
    private let resumed = Atomic(0)
    private let unshaken = Atomic(0)

    func answered(_ status: Status) {
        switch status.hundreds {
        case 2: Self.add(1, to: success)
        case 3: Self.add(1, to: redirection)
        case 4: Self.add(1, to: clientError)
        default: Self.add(1, to: serverError)
        }
    }

    func connectionAccepted() { Self.add(1, to: accepted) }
    func connectionClosed() { Self.add(1, to: closed) }
    func connectionRefused() { Self.add(1, to: refused) }
    func connectionSpared() { Self.add(1, to: spared) }
    func peerGone() { Self.add(1, to: gone) }
    func requestRefused() { Self.add(1, to: refusals) }
    func requestTimedOut() { Self.add(1, to: late) }
    func acceptFailed() { Self.add(1, to: failures) }
    func bytesReceived(_ count: Int) { Self.add(count, to: received) }
    func bytesSent(_ count: Int) { Self.add(count, to: sent) }
    func deferralTimedOut() { Self.add(1, to: timeouts) }
    func handshakeFailed() { Self.add(1, to: unshaken) }

    func handshakeDone(isResumed: Bool) {
        Self.add(1, to: handshakes)
        if isResumed { Self.add(1, to: resumed) }
    }

    /// Only the loop writes, so a load and a store do, without the cost of an atomic addition.
    private static func add(_ count: Int, to counter: borrowing Atomic<Int>) {
        counter.store(counter.load(ordering: .relaxed) &+ count, ordering: .relaxed)
    }

    func add(to sum: inout ServerCounters) {
        sum.answers[2] += success.load(ordering: .relaxed)
        sum.answers[3] += redirection.load(ordering: .relaxed)
        sum.answers[4] += clientError.load(ordering: .relaxed)
        sum.answers[5] += serverError.load(ordering: .relaxed)
        sum.connectionsAccepted += accepted.load(ordering: .relaxed)
        sum.connectionsOpen += accepted.load(ordering: .relaxed) - closed.load(ordering: .relaxed)
        sum.connectionsRefused += refused.load(ordering: .relaxed)
        sum.connectionsSpared += spared.load(ordering: .relaxed)
        sum.peersGone += gone.load(ordering: .relaxed)
        sum.requestsRefused += refusals.load(ordering: .relaxed)
        sum.requestTimeouts += late.load(ordering: .relaxed)
        sum.acceptFailures += failures.load(ordering: .relaxed)
        sum.bytesReceived += received.load(ordering: .relaxed)
        sum.bytesSent += sent.load(ordering: .relaxed)
        sum.deferredTimeouts += timeouts.load(ordering: .relaxed)
        sum.handshakes += handshakes.load(ordering: .relaxed)
        sum.handshakesResumed += resumed.load(ordering: .relaxed)
        sum.handshakesFailed += unshaken.load(ordering: .relaxed)
    }
}
