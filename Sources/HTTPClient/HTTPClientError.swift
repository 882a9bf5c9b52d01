/// Why there is no answer.
package enum HTTPClientError: Error, Equatable {
    /// Not an absolute http or https URL.
    case badURL(String)
    case cannotResolve(host: String)
    case refused
    case unreachable(reason: String)
    case timedOut
    /// The handshake failed, or the certificate is not to be trusted.
    case tls(reason: String)
    /// The CA file is missing or holds no certificate.
    case badCertificateAuthority(path: String)
    /// The connection ended before the answer did.
    case cutOff(reason: String)
    case tooLarge(limit: Int)
    /// Anything else libcurl says.
    case failed(reason: String)
}

extension HTTPClientError: CustomStringConvertible {
    /// Fit for the end of "cannot reach http://…: ".
    package var description: String {
        switch self {
        case .badURL(let url): "`\(url)` is not an http or https URL"
        case .cannotResolve(let host): "there is no host \(host)"
        case .refused: "connection refused"
        case .unreachable(let reason): reason
        case .timedOut: "no answer in time"
        case .tls(let reason): "TLS: \(reason)"
        case .badCertificateAuthority(let path): "\(path) holds no certificate authority"
        case .cutOff(let reason): "the connection ended early: \(reason)"
        case .tooLarge(let limit): "the answer is longer than \(limit) bytes"
        case .failed(let reason): reason
        }
    }
}
