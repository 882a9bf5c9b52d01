/// How the pushing of one invite ended.
package enum PushOutcome: Equatable, Sendable {
    /// Apple has taken it. Whether the phone rang, Apple does not tell.
    case delivered
    /// The last try had no reply: the phone may have rung.
    case unknown(String)
    /// Refused, or it could not be sent.
    case failed(String)
    /// It was not needed any more: the call had ended or was about to.
    case dropped(String)

    /// One word for a column.
    package var word: String {
        switch self {
        case .delivered: "delivered"
        case .unknown: "unknown"
        case .failed: "failed"
        case .dropped: "dropped"
        }
    }

    /// The reason, for people.
    package var reason: String? {
        switch self {
        case .delivered: nil
        case .unknown(let reason), .failed(let reason), .dropped(let reason): reason
        }
    }
}
