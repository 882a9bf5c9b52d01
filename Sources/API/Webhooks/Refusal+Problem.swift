import HTTP
import JWT
import Registry
import Telephony

extension SignatureCheck.Refusal {
    /// What the sender is told.
    ///
    /// - Parameter canWait: whether the webhook is sent again after a 5xx and nobody waits for it: then an unsigned
    ///   one is, because an unsigned callback can follow from an error at the platform.
    func problem(canWait: Bool) -> Problem {
        switch self {
        case .missing: canWait ? Problem.unsignedEvent.retrying(after: 5) : .missingSignature
        case .invalid(let error): Problem.invalidSignature.with(detail: "\(error)")
        case .wrongApplication: .wrongApplication
        case .replayed: .replayedToken
        }
    }

    /// What the operator is told.
    func stored(path: String, application: ApplicationID?) -> StoredProblem {
        let (code, detail): (String, String) =
            switch self {
            case .missing:
                (
                    "missing_signature",
                    "a webhook came without a signature: turn on signed webhooks at the platform, or set signed_webhooks to off"
                )
            case .invalid(let error): ("invalid_signature", "\(error)")
            case .wrongApplication:
                ("wrong_application", "a webhook's signature speaks for another application than its path or content")
            case .replayed: ("replayed_token", "a webhook's token came again with other content")
            }
        return StoredProblem(
            code: code, subject: application.map { "\($0)" } ?? path, application: application, detail: detail)
    }
}
