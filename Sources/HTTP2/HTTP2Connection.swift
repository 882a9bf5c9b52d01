import Crypto
import EventLoop

/// A client's connection to one server: many requests at a time over one TLS connection with ALPN `h2`.
///
/// Connects when made. Finished streams are never reset; the peer's limit of concurrent streams is obeyed as it
/// changes; pushed responses are refused from the start (RFC 9113).
///
/// `@unchecked Sendable`: made and used on the loop's thread only; other threads may hold it.
package final class HTTP2Connection: @unchecked Sendable {
    package struct Timing: Equatable, Sendable {
        /// Look-up, connection, TLS and the server's first SETTINGS together.
        package var connect: Duration = .seconds(5)
        /// One address of several.
        package var address: Duration = .seconds(2)
        /// Silence after which a waiting request makes us ask with a PING.
        package var silence: Duration = .seconds(1)
        /// How long an idle connection is left alone.
        package var idle: Duration = .seconds(30)
        /// How long the answer to a PING may take.
        package var answer: Duration = .seconds(1)
        /// Silence after which a new request is held back until a PING has been answered. More than `idle`, so that
        /// it happens only after the machine or the loop has slept.
        package var stale: Duration = .seconds(40)

        package init() {}
    }

    package enum State: Equatable, Sendable {
        case connecting
        case open
        /// No new requests; those under way may finish.
        case draining
        /// Over, and why.
        case closed(String)
    }

    package typealias Completion = (Result<Message, RequestFailure>) -> Void

    private struct Pending {
        let completion: Completion
        let timer: TimerID
    }

    /// A request that waits until the peer is known to be there.
    private struct Held {
        let request: Message
        let timeout: Duration
        let completion: Completion
    }

    package let endpoint: Endpoint
    package private(set) var state = State.connecting
    /// How many requests the server takes at a time.
    package private(set) var streamLimit: Int
    /// Called after the state, the limit or the number of requests under way has changed.
    package var onChange: (() -> Void)?

    private let loop: EventLoop
    private let tls: TLSContext
    private let timing: Timing
    private let session: Session
    private var stream: TLSStream?
    private var addresses: [SocketAddress] = []
    private var addressTimer: TimerID?
    private var connectTimer: TimerID?
    private var livenessTimer: TimerID?
    private var liveness: Liveness
    private var pings: UInt64 = 0
    private var isFlushDue = false
    private var pending: [Int32: Pending] = [:]
    private var held: [Held] = []
    /// Streams above it were not processed, once the server has said so.
    private var lastProcessed: Int32?
    private var goodbye: String?
    /// The last address that failed, and why.
    private var failure: String?

    /// - Parameters:
    ///   - initialStreamLimit: how many requests go at a time when the server's first SETTINGS name no limit.
    ///   - pick: the index of the address to try first, given their number.
    package init(
        to endpoint: Endpoint, tls: TLSContext, initialStreamLimit: Int = 100, timing: Timing = Timing(),
        on loop: EventLoop, pick: @escaping @Sendable (Int) -> Int = { _ in 0 }
    ) throws {
        self.endpoint = endpoint
        self.tls = tls
        self.timing = timing
        self.loop = loop
        streamLimit = initialStreamLimit
        session = try Session(.client)
        liveness = Liveness(timing, now: .now)
        connectTimer = loop.schedule(after: timing.connect) { [weak self] in
            self?.end(self?.failure ?? "no connection within \(timing.connect)")
        }
        Resolver.resolve(endpoint, on: loop) { [self] result in
            guard state == .connecting else { return }
            switch result {
            case .success(let found):
                let first = min(max(pick(found.count), 0), found.count - 1)
                addresses = Array((found[first...] + found[..<first]).reversed())
                connectToNext()
            case .failure(let error): end("\(error)")
            }
        }
    }

    // MARK: Requests

    /// Requests that have not been answered.
    package var inFlight: Int { pending.count + held.count }

    /// Whether one more request may go now.
    package var hasRoom: Bool { state == .open && inFlight < streamLimit }

    /// Sends a request and calls back, later and once, on the loop. Without room it is not processed.
    package func send(_ request: Message, timeout: Duration, completion: @escaping Completion) {
        guard hasRoom else {
            loop.schedule(after: .zero) { completion(.failure(.notProcessed("the connection has no room"))) }
            return
        }
        if liveness.isStale(at: .now) || !held.isEmpty {
            held.append(Held(request: request, timeout: timeout, completion: completion))
            ask()
            return
        }
        submit(request, timeout: timeout, completion: completion)
        if pending.count == 1 { watch() }
        guard !isFlushDue else { return }
        // Requests of one turn leave together.
        isFlushDue = true
        loop.post { [self] in
            isFlushDue = false
            stream?.flush()
        }
    }

    /// Takes no new requests and closes after the last answer.
    package func retire() {
        switch state {
        case .open:
            state = .draining
            closeIfDrained()
        case .connecting: end("not needed any more")
        case .draining, .closed: break
        }
    }

    /// Ends the connection now; what is under way fails as lost.
    package func close(_ reason: String = "closed by us") {
        if state == .open || state == .draining {
            try? session.goAway(after: 0, .noError)
            stream?.flush()
        }
        end(reason)
    }

    private func submit(_ request: Message, timeout: Duration, completion: @escaping Completion) {
        do {
            let number = try session.send(request: request)
            let timer = loop.schedule(after: timeout) { [weak self] in self?.timedOut(number) }
            pending[number] = Pending(completion: completion, timer: timer)
        } catch {
            // Stream numbers run out after a billion requests; the next connection has new ones.
            state = .draining
            loop.schedule(after: .zero) { completion(.failure(.notProcessed("\(error)"))) }
        }
    }

    private func timedOut(_ number: Int32) {
        guard let request = pending.removeValue(forKey: number) else { return }
        try? session.reset(number, .cancel)
        stream?.flush()
        request.completion(.failure(.timedOut))
        settle()
    }

    private func finish(_ number: Int32, _ result: Result<Message, RequestFailure>) {
        guard let request = pending.removeValue(forKey: number) else { return }
        loop.cancel(request.timer)
        request.completion(result)
    }

    // MARK: Connecting

    private func connectToNext() {
        guard state == .connecting else { return }
        if let addressTimer { loop.cancel(addressTimer) }
        guard let address = addresses.popLast() else { return end(failure ?? "no address") }
        do {
            stream = try TLSStream(
                connectingTo: address, host: endpoint.host, context: tls, on: loop, owner: self)
        } catch {
            failure = "\(address): \(error)"
            return connectToNext()
        }
        if !addresses.isEmpty {
            addressTimer = loop.schedule(after: timing.address) { [weak self] in
                guard let self, state == .connecting else { return }
                stream?.abort()
                failure = "\(address): no connection within \(timing.address)"
                connectToNext()
            }
        }
    }

    // MARK: Life and end

    /// Asks whether the peer is there.
    private func ask() {
        pings += 1
        liveness.asked(at: .now)
        do { try session.ping(pings) } catch { return end("\(error)") }
        stream?.flush()
        watch()
    }

    /// Sees to it that the next step of `liveness` is taken in time.
    private func watch() {
        if let livenessTimer { loop.cancel(livenessTimer) }
        guard state == .open || state == .draining else { return }
        let now = ContinuousClock.now
        liveness.setBusy(!pending.isEmpty, at: now)
        switch liveness.step(at: now) {
        case .ask: ask()
        case .giveUp: end("the peer does not answer")
        case .wait(let due): livenessTimer = loop.schedule(after: due - now) { [weak self] in self?.watch() }
        }
    }

    /// After requests have ended.
    private func settle() {
        watch()
        closeIfDrained()
        onChange?()
    }

    private func closeIfDrained() {
        guard state == .draining, inFlight == 0 else { return }
        close(goodbye ?? "closed by us")
    }

    private func end(_ reason: String) {
        if case .closed = state { return }
        let reason = goodbye.map { $0 == reason ? reason : "\($0); \(reason)" } ?? reason
        state = .closed(reason)
        for timer in [addressTimer, connectTimer, livenessTimer] {
            if let timer { loop.cancel(timer) }
        }
        stream?.close()
        stream = nil
        for request in held { request.completion(.failure(.notProcessed(reason))) }
        held = []
        for number in pending.keys.sorted() { finish(number, .failure(.lost(reason))) }
        onChange?()
        onChange = nil
    }
}

extension HTTP2Connection: TLSStream.Owner {
    func streamOpened() {
        if let addressTimer { loop.cancel(addressTimer) }
        guard stream?.negotiatedProtocol == "h2" else {
            return end("the server does not speak HTTP/2")
        }
        liveness.heard(at: .now)
        // Our SETTINGS go out now; requests wait for the server's, which come in the same flight.
    }

    func streamWantsOutput(_ output: inout [UInt8]) {
        do { try session.appendOutput(to: &output, limit: TLSStream.outputTarget) } catch { end("\(error)") }
    }

    func streamReceived(_ bytes: UnsafeRawBufferPointer) {
        liveness.heard(at: .now)
        do { try session.receive(bytes) } catch {
            stream?.flush()
            return end("\(error)")
        }
        for event in session.takeEvents() { handle(event) }
        if !held.isEmpty {
            let waiting = held
            held = []
            for request in waiting {
                submit(request.request, timeout: request.timeout, completion: request.completion)
            }
        }
        if case .closed = state { return }
        if session.isOver, goodbye == nil { return end("the server broke the protocol") }
        settle()
    }

    func streamEnded(_ reason: String) {
        stream = nil
        if state == .connecting, !addresses.isEmpty {
            failure = reason
            connectToNext()
        } else {
            end(reason)
        }
    }

    private func handle(_ event: SessionEvent) {
        switch event {
        case .message(let number, let message): finish(number, .success(message))
        case .closed(let number, .refusedStream):
            let refused = lastProcessed.map { number > $0 } ?? false
            finish(number, .failure(.notProcessed(refused ? goodbye ?? "GOAWAY" : "stream refused")))
        case .closed(let number, let code): finish(number, .failure(.reset(code)))
        case .streamLimit(let limit):
            if limit != Int(Int32.max) { streamLimit = limit }
            if state == .connecting {
                if let connectTimer { loop.cancel(connectTimer) }
                state = .open
            }
        case .goAway(let last, let code, let debug):
            let text = String(decoding: debug.prefix(200), as: UTF8.self)
            lastProcessed = last
            goodbye = "GOAWAY \(code)" + (text.isEmpty ? "" : " \(text)")
            if state == .open || state == .connecting { state = .draining }
        case .pong: break
        }
    }
}
