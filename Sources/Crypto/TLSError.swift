import Glibc

/// Why a TLS connection was not made or broke, in words.
package enum TLSError: Error, Equatable, Sendable {
    /// The file or text of trusted certificates cannot be used.
    case trust(String)
    /// The certificate and key were refused by OpenSSL.
    case identity(String)
    /// A host or protocol name that cannot be sent.
    case name(String)
    /// The peer's certificate was refused: the reason of the check, such as `certificate has expired`.
    case certificate(String)
    /// The protocol failed: a refused handshake, an alert from the peer, a peer that does not speak TLS.
    case connection(String)
    /// The client speaks HTTP without TLS.
    case plainHTTP
    /// The socket failed, with its `errno`.
    case socket(CInt)
    /// The peer closed the socket without saying so first, so that data may be missing.
    case truncated
}

extension TLSError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .trust(let reason): "the trusted certificates cannot be used: \(reason)"
        case .identity(let reason): "the certificate and key cannot be used: \(reason)"
        case .name(let name): "not a name TLS can carry: \(name)"
        case .certificate(let reason): "the peer's certificate was refused: \(reason)"
        case .connection(let reason): "TLS failed: \(reason)"
        case .plainHTTP: "the client speaks HTTP without TLS"
        case .socket(let code): "the connection broke: \(String(cString: strerror(code)))"
        case .truncated: "the peer closed the connection without notice"
        }
    }
}
