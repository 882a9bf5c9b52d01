import COpenSSL
import Glibc

/// One TLS connection over a non-blocking socket, either side.
///
/// Belongs to the thread or loop that owns the socket, which it never closes. No call blocks or raises SIGPIPE.
/// After an error or `.closed` only `close()` and freeing make sense.
package final class TLSSession {
    /// What a step came to.
    package enum Progress: Equatable, Sendable {
        case done
        /// Call again when the socket can be read.
        case wantRead
        /// Call again when the socket can be written.
        case wantWrite
    }

    /// What a read or write came to.
    package enum Transfer: Equatable, Sendable {
        /// So many bytes, at least one unless none were asked for.
        case count(Int)
        /// Call again when the socket can be read.
        case wantRead
        /// Call again when the socket can be written; a write must then offer at least the same bytes again.
        case wantWrite
        /// The peer has ended the connection properly.
        case closed
    }

    private let pointer: OpaquePointer
    private let context: TLSContext

    /// Starts the session of a client with `host`, a name or an IP address, which the certificate must be for.
    package convenience init(connecting fd: CInt, to host: String, with context: TLSContext) throws(TLSError) {
        precondition(!context.isServer, "a client session needs a client context")
        try self.init(fd, context)
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        guard !name.isEmpty, !name.utf8.contains(0) else { throw .name(host) }
        if Self.isAddress(name) {
            guard X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(pointer), name) == 1 else { throw .name(host) }
        } else {
            SSL_set_hostflags(pointer, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
            guard SSL_set1_host(pointer, name) == 1, hl_SSL_set_tlsext_host_name(pointer, name) == 1 else {
                throw .name(host)
            }
        }
        SSL_set_connect_state(pointer)
    }

    /// Starts the session of a server with an accepted connection.
    package convenience init(accepting fd: CInt, with context: TLSContext) throws(TLSError) {
        precondition(context.isServer, "a server session needs a server context")
        try self.init(fd, context)
        SSL_set_accept_state(pointer)
    }

    private init(_ fd: CInt, _ context: TLSContext) throws(TLSError) {
        OpenSSLError.clear()
        guard let pointer = SSL_new(context.pointer) else { throw .connection(OpenSSLError.takeText()) }
        guard let method = Self.socketMethod, let bio = BIO_new(method) else {
            SSL_free(pointer)
            throw .connection("out of memory")
        }
        _ = hl_BIO_set_fd(bio, fd)
        SSL_set_bio(pointer, bio, bio)
        self.pointer = pointer
        self.context = context
    }

    deinit { SSL_free(pointer) }

    /// Goes on with the handshake until it is done or must wait for the socket.
    package func handshake() throws(TLSError) -> Progress {
        OpenSSLError.clear()
        let result = SSL_do_handshake(pointer)
        if result == 1 { return .done }
        switch SSL_get_error(pointer, result) {
        case SSL_ERROR_WANT_READ: return .wantRead
        case SSL_ERROR_WANT_WRITE: return .wantWrite
        case SSL_ERROR_ZERO_RETURN: throw .connection("the peer ended the connection during the handshake")
        case let code: throw failure(code)
        }
    }

    /// Takes what has arrived into `buffer`. Read until `.wantRead`: decrypted bytes do not show in the socket.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(TLSError) -> Transfer {
        guard buffer.count > 0 else { return .count(0) }
        OpenSSLError.clear()
        var count = 0
        let result = SSL_read_ex(pointer, buffer.baseAddress, buffer.count, &count)
        return result == 1 ? .count(count) : try blocked(result)
    }

    /// Sends from the front of `bytes` and says how many were taken.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(TLSError) -> Transfer {
        guard bytes.count > 0 else { return .count(0) }
        OpenSSLError.clear()
        var count = 0
        let result = SSL_write_ex(pointer, bytes.baseAddress, bytes.count, &count)
        return result == 1 ? .count(count) : try blocked(result)
    }

    /// Tells the peer that nothing more comes; `.done` once it has been sent. Does not wait for the peer's own notice.
    package func close() throws(TLSError) -> Progress {
        OpenSSLError.clear()
        guard SSL_is_init_finished(pointer) == 1 else { return .done }
        let result = SSL_shutdown(pointer)
        if result >= 0 { return .done }
        switch SSL_get_error(pointer, result) {
        case SSL_ERROR_WANT_READ: return .wantRead
        case SSL_ERROR_WANT_WRITE: return .wantWrite
        case let code: throw failure(code)
        }
    }

    /// Whether decrypted bytes wait inside, which no event of the socket will announce.
    package var hasPendingBytes: Bool { SSL_has_pending(pointer) == 1 }

    /// Whether the handshake is done.
    package var isEstablished: Bool { SSL_is_init_finished(pointer) == 1 }

    /// Whether the handshake took up an earlier session, after it.
    package var isResumed: Bool { SSL_session_reused(pointer) == 1 }

    /// Whether the peer has shown a certificate that is believed, in this handshake or in the one it resumes.
    package var isPeerCertified: Bool {
        SSL_get0_peer_certificate(pointer) != nil && SSL_get_verify_result(pointer) == Int(X509_V_OK)
    }

    /// The protocol both agreed on by ALPN, after the handshake.
    package var negotiatedProtocol: String? {
        var name: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        SSL_get0_alpn_selected(pointer, &name, &length)
        guard let name, length > 0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: name, count: Int(length)), as: UTF8.self)
    }

    /// The version both agreed on, such as `TLSv1.3`, after the handshake.
    package var version: String { String(cString: SSL_get_version(pointer)) }

    /// The certificate the peer has shown, if any, after the handshake.
    package var peerCertificate: Certificate? { SSL_get1_peer_certificate(pointer).map(Certificate.init(taking:)) }

    private func blocked(_ result: CInt) throws(TLSError) -> Transfer {
        switch SSL_get_error(pointer, result) {
        case SSL_ERROR_WANT_READ: return .wantRead
        case SSL_ERROR_WANT_WRITE: return .wantWrite
        case SSL_ERROR_ZERO_RETURN: return .closed
        case let code: throw failure(code)
        }
    }

    /// Names the failure that OpenSSL has just reported on this thread.
    private func failure(_ code: CInt) -> TLSError {
        let systemCode = errno
        let verdict = SSL_get_verify_result(pointer)
        let reason = ERR_peek_last_error()
        defer { OpenSSLError.clear() }
        if verdict != Int(X509_V_OK), SSL_is_init_finished(pointer) == 0 {
            return .certificate(String(cString: X509_verify_cert_error_string(verdict)))
        }
        if reason != 0, hl_ERR_GET_REASON(reason) == SSL_R_UNEXPECTED_EOF_WHILE_READING { return .truncated }
        if reason != 0, [SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST].contains(hl_ERR_GET_REASON(reason)) {
            return .plainHTTP
        }
        if code == SSL_ERROR_SYSCALL, reason == 0 { return systemCode == 0 ? .truncated : .socket(systemCode) }
        return .connection(OpenSSLError.text(of: reason))
    }

    private static func isAddress(_ text: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
    }

    /// Made once and never freed or changed, so every thread may use it.
    nonisolated(unsafe) private static let socketMethod = hl_BIO_socket_without_signal()
}
