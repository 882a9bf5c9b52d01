import EventLoop
import HTTP
import Logging

/// What TLS adds to reading and writing: a handshake, reading that waits for the socket to take bytes and the other way
/// round, and bytes that lie decrypted in memory.
extension Connection {
    /// Reads what lies decrypted in memory, after other connections' turn.
    func receiveSoon() {
        let (server, place) = (server, place)
        server.loop.post { server.receive(at: place) }
    }

    /// What `receiveSoon` has promised.
    func receivePending() {
        if isOpen { receive() }
    }

    /// The socket has nothing more now: of the handshake, perhaps, which may be done.
    func inputBlocked() {
        guard case .tls(let channel) = transport else { return }
        if state.phase == .handshake, channel.isEstablished {
            handshakeDone()
            state.handshakeDone(now: now)
        }
        setInterest(channel.readWaitsToSend ? .writable : .readable)
    }

    /// The socket takes bytes: of an answer, or of a handshake.
    func continueSending() {
        guard case .tls(let channel) = transport, channel.readWaitsToSend else { return perform(.send) }
        receive()
    }

    /// Who the peer is, is known from here on.
    func handshakeDone() {
        guard case .tls(let channel) = transport else { return }
        server.counters.handshakeDone(isResumed: channel.isResumed)
        parser.isCertified = channel.isPeerCertified
    }

    /// The peer has reset the connection, or does not keep to TLS.
    func inputFailed() {
        guard case .tls(let channel) = transport, let failure = channel.failure else { return peerIsGone() }
        if state.phase == .handshake {
            server.counters.handshakeFailed()
            server.log.debug("http.handshake_failed", ["error": failure])
        }
        guard failure == .plainHTTP else { return close() }
        transport = .plain(socket)
        perform(refuse(.badRequest, "This port speaks HTTPS: begin the address with https://."))
    }
}
