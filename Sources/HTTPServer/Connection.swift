import EventLoop
import HTTP

/// One client's socket. It does what its `ConnectionState` decides; lives on its loop's thread alone.
///
/// Here bytes come and go. `+Requests` makes answers of them, at once or, `+PendingReply`, later; `+TLS` is what a secure
/// connection does besides; `+Drain` and `+HandOver` end it for the server's sake.
final class Connection: ReadinessHandler {
    /// How the answer at hand must be written, beside what the response says.
    struct AnswerForm {
        var isVersion10 = false
        var leavesOutBody = false
    }

    /// A promised answer.
    struct Owed {
        var claim: PendingReply.Claim
        var timer: TimerID
    }

    // `@exclusivity(unchecked)`: used for every request, where checking each access at run time would cost as much as
    // reading the request. No method is called with one of them in hand that comes back to it: handlers get values.

    /// Where answers to the request at hand belong. The generation changes with each request.
    @exclusivity(unchecked) var place: Place
    let server: ServerLoop
    let socket: CInt
    @exclusivity(unchecked) var transport: Transport
    @exclusivity(unchecked) var parser: RequestParser
    @exclusivity(unchecked) var state: ConnectionState
    @exclusivity(unchecked) private var interest: Interest = .readable
    @exclusivity(unchecked) var form = AnswerForm()
    @exclusivity(unchecked) var owed: Owed?
    @exclusivity(unchecked) var isOpen = true
    /// Whether another process is to have it.
    @exclusivity(unchecked) var isLeaving = false
    /// What the peer did not take at once, and how much of it has gone since.
    @exclusivity(unchecked) private var unsent: [UInt8] = []
    @exclusivity(unchecked) private var sentOfUnsent = 0

    init(
        socket: CInt, transport: Transport, peer: SocketAddress, isSecure: Bool, place: Place, server: ServerLoop
    ) {
        self.socket = socket
        self.transport = transport
        self.place = place
        self.server = server
        let limits = server.configuration.limits
        let remote = PeerAddress(high: peer.bytes.high, low: peer.bytes.low, port: peer.port)
        parser = RequestParser(limits: limits.request, remote: remote, isSecure: isSecure)
        if let proxies = server.configuration.proxies, proxies.contains(remote) { parser.proxies = proxies }
        state = ConnectionState(timeouts: server.timeouts, now: server.loop.moment, isSecure: isSecure)
    }

    var now: Moment { server.loop.moment }

    func isReady(_ readiness: Readiness) {
        // Both directions are gone: whatever is owed reaches nobody.
        if readiness.contains(.hangUp) { return state.phase == .lingering ? close() : peerIsGone() }
        if readiness.contains(.writable) { continueSending() }
        if readiness.contains(.readable), isOpen { receive() }
    }

    /// Closes what has taken too long.
    func checkDeadline() {
        switch state.overdue(now: now) {
        case .no: break
        case .close: close()
        case .refuse:
            server.counters.requestTimedOut()
            perform(refuse(.requestTimeout, "The request did not come in time."))
        }
    }

    // MARK: Reading

    /// Reads once. More may be there: the loop will say so again, after the other connections' turn.
    func receive() {
        // Bytes that come while an answer is owed stay in the socket until it is sent.
        guard state.readsInput else { return setInterest(interest.subtracting(.readable)) }
        do throws(SystemError) {
            switch try transport.receive(into: server.input) {
            case .wouldBlock: inputBlocked()
            case .finished: perform(state.peerFinished())
            case .moved(let count):
                server.counters.bytesReceived(count)
                if state.phase == .handshake { handshakeDone() }
                let step = state.received()
                if step == .parse { parser.append(UnsafeRawBufferPointer(rebasing: server.input[..<count])) }
                perform(step)
            }
        } catch {
            inputFailed()
        }
    }

    /// Hands every complete request to its handler, until one owes its answer or enough has been gathered.
    private func takeRequests() -> ConnectionState.Step {
        var step = ConnectionState.Step.parse
        while step == .parse, server.output.count < server.gathered {
            do throws(ParseError) {
                guard var request = try parser.next() else {
                    if parser.awaitsContinue, refusesBody() { break }
                    state.needsMore(parser.progress, now: now)
                    break
                }
                state.took(keepsAlive: request.keepsAlive, isFollowed: parser.hasBytes)
                step = handle(request)
                parser.reclaim(&request)
            } catch {
                server.counters.requestRefused()
                step = refuse(error.status, error.description)
            }
        }
        return .send
    }

    // MARK: Doing what the state says

    /// Does this step and those that follow from it, until something has to be waited for.
    func perform(_ first: ConnectionState.Step) {
        var step = first
        while true {
            switch step {
            case .parse: step = takeRequests()
            case .send: step = send()
            case .read:
                if isLeaving, state.isAtRest { return handOver() }
                return awaitInput()
            case .waitToSend: return setInterest(.writable)
            case .waitForAnswer: return setInterest(interest.subtracting(.writable))
            case .linger:
                transport.finishSending()
                Kernel.finishSending(socket)
                return awaitInput()
            case .close: return close()
            }
        }
    }

    private func awaitInput() {
        guard case .tls(let channel) = transport else { return setInterest(.readable) }
        setInterest(channel.readWaitsToSend ? .writable : .readable)
        if channel.hasPending { receiveSoon() }
    }

    func setInterest(_ wanted: Interest) {
        guard wanted != interest else { return }
        interest = wanted
        server.loop.modify(socket, for: wanted)
    }

    // MARK: Sending

    private func send() -> ConnectionState.Step {
        do throws(SystemError) {
            guard try sendUnsent(), try sendGathered() else { return state.blocked(taken: sentOfUnsent, now: now) }
            return state.sent(now: now)
        } catch {
            // The peer is gone.
            server.output.removeAll()
            server.counters.peerGone()
            return .close
        }
    }

    /// Sends what is left over from before; what has been gathered since is put behind it.
    private func sendUnsent() throws(SystemError) -> Bool {
        if unsent.isEmpty { return true }
        server.output.withUnsafeBytes { unsent.append(contentsOf: $0) }
        server.output.removeAll()
        let whole = unsent
        let rest = whole.span.bytes.extracting(droppingFirst: sentOfUnsent)
        let count = try rest.withUnsafeBytes { bytes throws(SystemError) in try sendOnce(bytes) }
        sentOfUnsent += count
        guard sentOfUnsent == unsent.count else { return false }
        unsent = []
        sentOfUnsent = 0
        return true
    }

    private func sendGathered() throws(SystemError) -> Bool {
        if server.output.isEmpty { return true }
        defer { server.output.removeAll() }
        return try server.output.withUnsafeBytes { bytes throws(SystemError) in
            let count = try sendOnce(bytes)
            unsent.append(contentsOf: bytes[count...])
            return count == bytes.count
        }
    }

    private func sendOnce(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
        guard case .moved(let count) = try transport.send(bytes) else { return 0 }
        server.counters.bytesSent(count)
        return count
    }

    // MARK: The end

    func peerIsGone() {
        server.counters.peerGone()
        close()
    }

    /// Closes the socket. The server knows nothing of the connection any more.
    func close() {
        guard isOpen else { return }
        isOpen = false
        abandonOwed()
        transport.finishSending()
        server.loop.deregister(socket)
        Kernel.close(socket)
        server.forget(place)
    }
}
