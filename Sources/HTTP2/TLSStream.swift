import Crypto
import EventLoop
import Glibc

/// The bytes of one TLS connection on an event loop: connects, shakes hands, reads, writes, closes.
///
/// Everything happens on the loop's thread. Once `ended` has been called nothing follows.
final class TLSStream: ReadinessHandler {
    /// Who lives on the stream.
    protocol Owner: AnyObject {
        /// The handshake is done.
        func streamOpened()
        func streamReceived(_ bytes: UnsafeRawBufferPointer)
        /// Asks for what is to be sent next; nothing appended means nothing for now.
        func streamWantsOutput(_ output: inout [UInt8])
        func streamEnded(_ reason: String)
    }

    private enum Phase {
        case connecting(host: String, context: TLSContext)
        case shakingHands(TLSSession)
        case open(TLSSession)
        case ended
    }

    private let fd: CInt
    private let loop: EventLoop
    private weak var owner: (any Owner)?
    private var phase: Phase
    private var interest: Interest
    private var output: [UInt8] = []
    private var sent = 0
    private var isPumping = false
    /// A read that waits for the socket to take bytes first.
    private var readWantsWrite = false
    private var isSilent = false

    /// Output is asked for until so much waits.
    static let outputTarget = 32 << 10
    /// Reads in a row before other connections have their turn.
    private static let readRounds = 16

    /// Begins to connect to `address`; the certificate must be for `host`.
    init(
        connectingTo address: SocketAddress, host: String, context: TLSContext, on loop: EventLoop, owner: any Owner
    ) throws(SystemError) {
        fd = try Kernel.streamSocket(family: address.family)
        self.loop = loop
        self.owner = owner
        phase = .connecting(host: host, context: context)
        interest = .writable
        do throws(SystemError) {
            try Kernel.set(TCP_NODELAY, level: CInt(IPPROTO_TCP), to: 1, on: fd)
            try Kernel.connect(fd, to: address)
            try loop.register(fd, for: interest, handler: self)
        } catch {
            phase = .ended
            Kernel.close(fd)
            throw error
        }
    }

    /// Takes over an accepted connection; closes it on failure.
    init(accepting fd: CInt, context: TLSContext, on loop: EventLoop, owner: any Owner) throws {
        self.fd = fd
        self.loop = loop
        self.owner = owner
        interest = .readable
        phase = .ended
        do {
            phase = .shakingHands(try TLSSession(accepting: fd, with: context))
            try Kernel.set(TCP_NODELAY, level: CInt(IPPROTO_TCP), to: 1, on: fd)
            try loop.register(fd, for: interest, handler: self)
        } catch {
            phase = .ended
            Kernel.close(fd)
            throw error
        }
    }

    var negotiatedProtocol: String? { session?.negotiatedProtocol }
    var peerCertificate: Certificate? { session?.peerCertificate }

    private var session: TLSSession? {
        switch phase {
        case .connecting, .ended: nil
        case .shakingHands(let session), .open(let session): session
        }
    }

    /// Sends what the owner has, as far as the socket takes it.
    func flush() {
        guard case .open = phase, !isPumping, !isSilent else { return }
        pump(isReadable: false)
    }

    /// Tells the peer properly and closes. The owner is not called any more.
    func close() {
        // What the socket does not take at once is lost: nobody waits for it.
        _ = try? session?.close()
        dispose()
    }

    /// Closes without a word, as a machine that loses its power does.
    func abort() {
        dispose()
    }

    /// Neither reads nor writes from now on, but keeps the connection: what a firewall that forgot it looks like.
    func goSilent() {
        guard !isSilent else { return }
        if case .ended = phase { return }
        isSilent = true
        loop.deregister(fd)
    }

    func isReady(_ readiness: Readiness) {
        pump(isReadable: readiness.contains(.readable) || readiness.contains(.hangUp))
    }

    // MARK: The pump

    /// Goes as far as the socket lets it: connect, handshake, read, write.
    private func pump(isReadable: Bool) {
        guard !isPumping else { return }
        isPumping = true
        defer { isPumping = false }
        do {
            if case .connecting(let host, let context) = phase {
                let code = Kernel.pendingError(fd)
                guard code == 0 else { throw SystemError(call: "connect", code: code) }
                phase = .shakingHands(try TLSSession(connecting: fd, to: host, with: context))
            }
            if case .shakingHands(let session) = phase {
                switch try session.handshake() {
                case .wantRead: return want(.readable)
                case .wantWrite: return want(.writable)
                case .done: break
                }
                phase = .open(session)
                owner?.streamOpened()
                try read(session)
            } else if case .open(let session) = phase, isReadable || readWantsWrite {
                try read(session)
            }
            if case .open(let session) = phase, !isSilent {
                let isBlocked = try write(session)
                want(isBlocked || readWantsWrite ? [.readable, .writable] : .readable)
            }
        } catch {
            end("\(error)")
        }
    }

    private func read(_ session: TLSSession) throws(TLSError) {
        readWantsWrite = false
        // Result carries the error out of the closure with its type.
        let result = withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { buffer in
            Result { () throws(TLSError) in try read(session, buffer) }
        }
        try result.get()
    }

    private func read(_ session: TLSSession, _ buffer: UnsafeMutableRawBufferPointer) throws(TLSError) {
        for _ in 0..<Self.readRounds {
            guard case .open = phase, !isSilent else { return }
            switch try session.read(into: buffer) {
            case .count(let count): owner?.streamReceived(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            case .wantRead: return
            case .wantWrite:
                readWantsWrite = true
                return
            case .closed: return end("the peer closed the connection")
            }
        }
        // Bytes that wait inside are announced by no event of the socket.
        let again = Again(stream: self)
        loop.post { again.stream.pump(isReadable: true) }
    }

    /// Whether something is left that the socket does not take now.
    private func write(_ session: TLSSession) throws(TLSError) -> Bool {
        while true {
            if sent == output.count {
                output.removeAll(keepingCapacity: true)
                sent = 0
                owner?.streamWantsOutput(&output)
                guard case .open = phase else { return false }
                if output.isEmpty { return false }
            }
            let start = sent
            let result = output.withUnsafeBytes { bytes in
                Result { () throws(TLSError) in try session.write(UnsafeRawBufferPointer(rebasing: bytes[start...])) }
            }
            switch try result.get() {
            case .count(let count): sent += count
            case .wantRead: return false
            case .wantWrite: return true
            case .closed:
                end("the peer closed the connection")
                return false
            }
        }
    }

    private func want(_ wanted: Interest) {
        if case .ended = phase { return }
        guard wanted != interest, !isSilent else { return }
        interest = wanted
        loop.modify(fd, for: wanted)
    }

    private func end(_ reason: String) {
        if case .ended = phase { return }
        dispose()
        owner?.streamEnded(reason)
    }

    private func dispose() {
        if case .ended = phase { return }
        phase = .ended
        if !isSilent { loop.deregister(fd) }
        Kernel.close(fd)
    }

    /// Brings the stream back to its own loop.
    ///
    /// Unchecked: made on the loop's thread and opened there.
    private struct Again: @unchecked Sendable {
        let stream: TLSStream
    }
}
