import Crypto
import EventLoop
import Glibc
import Synchronization

/// A server of HTTP/2 over TLS for stand-ins: what a push gateway looks like to its clients.
///
/// It answers whole requests, and can be told to misbehave: GOAWAY, fewer streams, silence, a cut connection. Not for
/// the open net.
///
/// `@unchecked Sendable`: the connections are touched on the loop's thread only, the rest is constant.
package final class HTTP2Server: ReadinessHandler, @unchecked Sendable {
    /// Where it listens; the port is a real one when 0 was asked for.
    package let address: SocketAddress

    private let listener: CInt
    private let tls: TLSContext
    private let loop: EventLoop
    private let maxConcurrentStreams: @Sendable (HTTP2ServerConnection) -> Int
    private let handler: (HTTP2Exchange) -> Void
    /// Those that are open, in the order they came. Loop only.
    package private(set) var connections: [HTTP2ServerConnection] = []
    private var accepted = 0
    private var isClosed = false

    /// Listens at once and accepts on `loop`.
    ///
    /// - Parameters:
    ///   - tls: a server's context with the protocol `h2`.
    ///   - maxConcurrentStreams: announced to a client after the handshake, when its certificate is known.
    ///   - handler: answers one request, now or later, on the loop.
    package init(
        at address: SocketAddress, tls: TLSContext, on loop: EventLoop,
        maxConcurrentStreams: @escaping @Sendable (HTTP2ServerConnection) -> Int = { _ in 1000 },
        handler: @escaping @Sendable (HTTP2Exchange) -> Void
    ) throws(SystemError) {
        self.tls = tls
        self.loop = loop
        self.maxConcurrentStreams = maxConcurrentStreams
        self.handler = handler
        let fd = try Kernel.streamSocket(family: address.family)
        do throws(SystemError) {
            try Kernel.set(SO_REUSEADDR, to: 1, on: fd)
            try Kernel.bind(fd, to: address)
            try Kernel.listen(fd, backlog: 128, at: address)
            self.address = try Kernel.localAddress(fd)
        } catch {
            Kernel.close(fd)
            throw error
        }
        listener = fd
        loop.post { [self] in
            // Can fail only for want of kernel memory; then nobody is accepted and clients time out.
            if !isClosed { try? loop.register(listener, for: .readable, handler: self) }
        }
    }

    /// Stops listening and cuts every connection. Any thread.
    package func close() {
        loop.post { [self] in
            guard !isClosed else { return }
            isClosed = true
            loop.deregister(listener)
            Kernel.close(listener)
            for connection in connections { connection.abort() }
        }
    }

    package func isReady(_ readiness: Readiness) {
        while let (fd, peer) = try? Kernel.accept(listener) {
            accepted += 1
            guard
                let connection = try? HTTP2ServerConnection(
                    accepting: fd, from: peer, number: accepted, tls: tls, on: loop, limit: maxConcurrentStreams,
                    handler: handler, onEnd: { [weak self] ended in self?.connections.removeAll { $0 === ended } })
            else { continue }
            connections.append(connection)
        }
    }
}

/// One client of an `HTTP2Server`. Loop only.
///
/// `@unchecked Sendable`: as `HTTP2Server`.
package final class HTTP2ServerConnection: @unchecked Sendable {
    /// Counts the server's connections from 1.
    package let number: Int
    package let peer: SocketAddress
    /// Requests that came whole.
    package private(set) var requestCount = 0

    private let loop: EventLoop
    private let limit: (HTTP2ServerConnection) -> Int
    private let handler: (HTTP2Exchange) -> Void
    private let onEnd: (HTTP2ServerConnection) -> Void
    private var session: Session?
    private var stream: TLSStream?

    fileprivate init(
        accepting fd: CInt, from peer: SocketAddress, number: Int, tls: TLSContext, on loop: EventLoop,
        limit: @escaping (HTTP2ServerConnection) -> Int, handler: @escaping (HTTP2Exchange) -> Void,
        onEnd: @escaping (HTTP2ServerConnection) -> Void
    ) throws {
        self.number = number
        self.peer = peer
        self.loop = loop
        self.limit = limit
        self.handler = handler
        self.onEnd = onEnd
        stream = try TLSStream(accepting: fd, context: tls, on: loop, owner: self)
    }

    /// What the client has shown, if it has.
    package var peerCertificate: Certificate? { stream?.peerCertificate }

    /// Takes no more streams. Those above `lastStream` are left unprocessed; nil: none that has come.
    package func goAway(after lastStream: Int32? = nil, _ code: ErrorCode = .noError, debug: [UInt8] = []) {
        try? session?.goAway(after: lastStream, code, debug: debug)
        stream?.flush()
    }

    /// Takes no more streams and leaves this one and those after it unprocessed.
    package func goAway(before stream: Int32, _ code: ErrorCode = .noError, debug: [UInt8] = []) {
        goAway(after: max(0, stream - 2), code, debug: debug)
    }

    package func announce(maxConcurrentStreams: Int) {
        try? session?.announce(maxConcurrentStreams: maxConcurrentStreams)
        stream?.flush()
    }

    /// Says and hears nothing more, PINGs included, without closing.
    package func goSilent() {
        stream?.goSilent()
    }

    /// Runs `body` on the server's loop when `delay` has passed.
    package func after(_ delay: Duration, _ body: @escaping () -> Void) {
        loop.schedule(after: delay, body)
    }

    /// Closes properly, as a server does after its last answer.
    package func close() {
        stream?.close()
        end()
    }

    /// Cuts the connection without GOAWAY.
    package func abort() {
        stream?.abort()
        end()
    }

    fileprivate func respond(_ response: Message, on number: Int32) {
        try? session?.send(response: response, on: number)
        stream?.flush()
    }

    fileprivate func reset(_ number: Int32, _ code: ErrorCode) {
        try? session?.reset(number, code)
        stream?.flush()
    }

    private func end() {
        guard stream != nil else { return }
        stream = nil
        session = nil
        onEnd(self)
    }
}

extension HTTP2ServerConnection: TLSStream.Owner {
    func streamOpened() {
        session = try? Session(.server(maxConcurrentStreams: limit(self)))
        if session == nil { abort() }
    }

    func streamWantsOutput(_ output: inout [UInt8]) {
        do { try session?.appendOutput(to: &output, limit: TLSStream.outputTarget) } catch { abort() }
    }

    func streamReceived(_ bytes: UnsafeRawBufferPointer) {
        do { try session?.receive(bytes) } catch { return abort() }
        for event in session?.takeEvents() ?? [] {
            guard case .message(let number, let request) = event else { continue }
            requestCount += 1
            handler(HTTP2Exchange(request: request, stream: number, connection: self))
        }
        if session?.isOver == true { close() }
    }

    func streamEnded(_ reason: String) {
        end()
    }
}

/// One request a server has received, to be answered once or never. Loop only.
package struct HTTP2Exchange: Sendable {
    package let request: Message
    /// The number of the stream, for GOAWAY.
    package let stream: Int32
    package let connection: HTTP2ServerConnection

    package func respond(_ response: Message) {
        connection.respond(response, on: stream)
    }

    /// Says that the request was not looked at and may be sent again.
    package func refuse() {
        connection.reset(stream, .refusedStream)
    }

    /// Ends the stream with another code, with nothing known about what became of the request.
    package func reset(_ code: ErrorCode) {
        connection.reset(stream, code)
    }
}
