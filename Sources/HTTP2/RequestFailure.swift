/// Why a request has no answer. The difference matters to whoever thinks of sending it again.
package enum RequestFailure: Error, Equatable, Sendable {
    /// The peer has not looked at it and says so (GOAWAY, REFUSED_STREAM), or it never left: it may be sent elsewhere.
    case notProcessed(String)
    /// The connection broke; the peer may have taken the request.
    case lost(String)
    /// The peer ended the stream; it may have taken the request.
    case reset(ErrorCode)
    /// No answer within the time given; the peer may have taken the request.
    case timedOut
}

extension RequestFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notProcessed(let reason): "not processed: \(reason)"
        case .lost(let reason): "connection lost: \(reason)"
        case .reset(let code): "stream reset: \(code)"
        case .timedOut: "no reply in time"
        }
    }
}
