import EventLoop
import HTTP
import Logging

/// One client's socket. It does what its `ConnectionState` decides; lives on its loop's thread alone.
final class Connection: ReadinessHandler {
    /// How the answer at hand must be written, beside what the response says.
    private struct AnswerForm {
        var isVersion10 = false
        var leavesOutBody = false
    }

    /// A promised answer.
    private struct Owed {
        var claim: PendingReply.Claim
        var timer: TimerID
    }

    // `@exclusivity(unchecked)`: used for every request, where checking each access at run time would cost as much as
    // reading the request. No method is called with one of them in hand that comes back to it: handlers get values.

    /// Where answers to the request at hand belong. The generation changes with each request.
    @exclusivity(unchecked) private(set) var place: Place
    private let server: ServerLoop
    private let socket: CInt
    @exclusivity(unchecked) private var transport: Transport
    @exclusivity(unchecked) private var parser: RequestParser
    @exclusivity(unchecked) private var state: ConnectionState
    @exclusivity(unchecked) private var interest: Interest = .readable
    @exclusivity(unchecked) private var form = AnswerForm()
    @exclusivity(unchecked) private var owed: Owed?
    @exclusivity(unchecked) private var isOpen = true
    /// Whether another process is to have it.
    @exclusivity(unchecked) private var isLeaving = false
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

    private var now: Moment { server.loop.moment }

    // MARK: Events

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

    /// The server stops. Where nothing is under way one more request is awaited until `farewell`, because it may be on
    /// its way and a client cannot tell whether it arrived; without one it closes at once.
    func drain(until farewell: Moment?) {
        guard state.drain() else { return }
        // A request may have come that nobody has looked at yet.
        receive()
        guard isOpen, state.phase == .idle else { return }
        guard let farewell else { return close() }
        state.awaitFarewell(until: farewell)
    }

    /// Another process goes on with the connection, once nothing is under way on it. Where that cannot be, it ends.
    func leave() {
        guard canBeHandedOver else { return drain(until: nil) }
        isLeaving = true
        if state.isAtRest { handOver() }
    }

    /// Ends with its next answer if it cannot be handed over. Whether that is so.
    @discardableResult
    func windDown() -> Bool {
        if canBeHandedOver { return false }
        _ = state.drain()
        return true
    }

    /// What lies above the socket stays in this process.
    private var canBeHandedOver: Bool { if case .plain = transport { true } else { false } }

    /// What the peer has sent meanwhile waits in the socket for whoever reads it next.
    private func handOver() {
        isOpen = false
        server.loop.deregister(socket)
        server.handOver(socket, at: place)
    }

    /// Since when no request has been under way; nil while one is.
    var idleSince: Moment? { state.idleSince }

    /// Makes room for another connection, unless a request has come that nobody has looked at yet.
    func closeIfIdle() {
        guard state.idleSince != nil else { return }
        receive()
        if isOpen, state.idleSince != nil { close() }
    }

    /// Tells a connection that is one too many so. Its request is not read.
    func turnAway(_ detail: String) {
        state.refused()
        perform(answer(problem(.serviceUnavailable, detail, nil).with("Retry-After", ServerLoop.retryAfter)))
    }

    private func peerIsGone() {
        server.counters.peerGone()
        close()
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        abandonOwed()
        transport.finishSending()
        server.loop.deregister(socket)
        Kernel.close(socket)
        server.forget(place)
    }

    // MARK: Doing what the state says

    private func perform(_ first: ConnectionState.Step) {
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

    private func setInterest(_ wanted: Interest) {
        guard wanted != interest else { return }
        interest = wanted
        server.loop.modify(socket, for: wanted)
    }

    /// Reads once. More may be there: the loop will say so again, after the other connections' turn.
    private func receive() {
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

    // MARK: TLS

    private func awaitInput() {
        guard case .tls(let channel) = transport else { return setInterest(.readable) }
        setInterest(channel.readWaitsToSend ? .writable : .readable)
        if channel.hasPending { receiveSoon() }
    }

    /// Reads what lies decrypted in memory, after other connections' turn.
    private func receiveSoon() {
        let (server, place) = (server, place)
        server.loop.post { server.receive(at: place) }
    }

    /// What `receiveSoon` has promised.
    func receivePending() {
        if isOpen { receive() }
    }

    private func inputBlocked() {
        guard case .tls(let channel) = transport else { return }
        if state.phase == .handshake, channel.isEstablished {
            handshakeDone()
            state.handshakeDone(now: now)
        }
        setInterest(channel.readWaitsToSend ? .writable : .readable)
    }

    /// The socket takes bytes: of an answer, or of a handshake.
    private func continueSending() {
        guard case .tls(let channel) = transport, channel.readWaitsToSend else { return perform(.send) }
        receive()
    }

    private func handshakeDone() {
        guard case .tls(let channel) = transport else { return }
        server.counters.handshakeDone(isResumed: channel.isResumed)
        parser.isCertified = channel.isPeerCertified
    }

    /// The peer has reset the connection, or does not keep to TLS.
    private func inputFailed() {
        guard case .tls(let channel) = transport, let failure = channel.failure else { return peerIsGone() }
        if state.phase == .handshake {
            server.counters.handshakeFailed()
            server.log.debug("http.handshake_failed", ["error": failure])
        }
        guard failure == .plainHTTP else { return close() }
        transport = .plain(socket)
        perform(refuse(.badRequest, "This port speaks HTTPS: begin the address with https://."))
    }

    // MARK: Requests and answers

    private func handle(_ request: Request) -> ConnectionState.Step {
        form = AnswerForm(isVersion10: request.isVersion10, leavesOutBody: request.method == .head)
        place.generation &+= 1
        let id = server.nextRequestID()
        if server.logsRequests { log(request, id) }
        let match = server.router.match(request)
        if case .found(let handler, let parameters) = match, !request.isContentCoded || request.bodySlice.isEmpty {
            return run(
                handler, request, Exchange(parameters: parameters, requestID: id, server: server, place: place))
        }
        return answer(unhandled(request, match))
    }

    /// The answer to a request that no handler gets: there is none, or its body is coded.
    private func unhandled(_ request: Request, _ match: Router.Match) -> Response {
        switch match {
        case .notFound: problem(.notFound, "There is nothing at this path.", request)
        case .options(let allow): Response(.noContent, fields: ["Allow": allow])
        case .wrongMethod(let allow):
            problem(.methodNotAllowed, "This path does not take that method.", request).with("Allow", allow)
        case .found:
            problem(.unsupportedMediaType, "Send the body without a content coding.", request)
                .with("Accept-Encoding", "identity")
        }
    }

    /// Tells the client that waits for it to send its body; or answers right away, when the body would change nothing
    /// (RFC 9110 §10.1.1), which is then the last answer: whether the body comes all the same is not known.
    private func refusesBody() -> Bool {
        guard let request = parser.takeExpectation() else { return false }
        let match = server.router.match(request)
        if case .found = match, !request.isContentCoded {
            server.output.writeContinue()
            return false
        }
        form = AnswerForm(leavesOutBody: request.method == .head)
        if server.logsRequests { log(request, server.nextRequestID()) }
        state.refused()
        _ = answer(unhandled(request, match))
        return true
    }

    private func log(_ request: Request, _ id: UInt64) {
        // The path alone: a query may hold secrets.
        server.log.debug(
            "http.request", ["request": id, "method": request.method, "path": request.path, "peer": request.client])
    }

    private func run(_ handler: Handler, _ request: Request, _ exchange: Exchange) -> ConnectionState.Step {
        switch handler {
        case .sync(let body):
            switch body(request, exchange) {
            case .reply(let response):
                abandonOwed()
                return answer(response)
            case .later:
                if owed != nil { return .send }
                server.log.error("http.answer_not_promised", ["request": exchange.requestID])
                return answer(problem(.internalServerError, "The request could not be answered.", request))
            }
        case .async(let body):
            let problem = server.configuration.problem
            let reply = exchange.deferReply(within: server.configuration.limits.handler) {
                problem(Refusal(status: .serviceUnavailable, detail: "The answer took too long.", request: request))
            }
            let loop = server.loop
            Task(executorPreference: loop) { reply.send(await body(request, exchange)) }
            return .send
        }
    }

    private func answer(_ response: Response) -> ConnectionState.Step {
        server.counters.answered(response.status)
        server.output.write(
            response, dateField: server.dateLine, closes: state.isLastAnswer, isVersion10: form.isVersion10,
            leavesOutBody: form.leavesOutBody)
        return state.answered(now: now)
    }

    /// What came cannot be understood; the next request could not be found in it either.
    private func refuse(_ status: Status, _ detail: String) -> ConnectionState.Step {
        form = AnswerForm()
        state.refused()
        return answer(problem(status, detail, nil))
    }

    private func problem(_ status: Status, _ detail: String, _ request: Request?) -> Response {
        server.configuration.problem(Refusal(status: status, detail: detail, request: request))
    }

    // MARK: Answers that come later

    /// Promises the answer to the request at hand. Nil when there is none, or it is promised already.
    func owe(within limit: Duration, _ otherwise: @escaping () -> Response) -> PendingReply.Claim? {
        guard state.phase == .handling, owed == nil else { return nil }
        let claim = PendingReply.Claim()
        let timer = server.loop.schedule(after: limit) { [self] in
            guard claim.take() else { return }
            server.counters.deferralTimedOut()
            answerOwed(otherwise())
        }
        owed = Owed(claim: claim, timer: timer)
        return claim
    }

    /// The promised answer is here. The caller has taken the claim.
    func answerOwed(_ response: Response) {
        guard isOpen, let owed else { return }
        server.loop.cancel(owed.timer)
        self.owed = nil
        perform(answer(response))
    }

    /// Nobody will want the promised answer.
    private func abandonOwed() {
        guard let owed else { return }
        _ = owed.claim.take()
        server.loop.cancel(owed.timer)
        self.owed = nil
    }
}
