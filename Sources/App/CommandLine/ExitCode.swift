/// How a command ended, as the shell sees it.
///
/// The numbers are those of the vendor's current command line, so that scripts may swap the tools.
package enum ExitCode: Int32, CaseIterable, Sendable {
    case success = 0
    /// The request was understood and refused: invalid input, a failed check, a question answered with no.
    case refused = 1
    case usage = 2
    case unauthorised = 5
    case notFound = 20
    case claimMismatch = 22
    case numberNotFound = 44
    case unavailable = 69
    case serverError = 99
    case interrupted = 130

    /// A word for programs, as `--json` errors carry it.
    package var word: String {
        switch self {
        case .success: "success"
        case .refused: "refused"
        case .usage: "usage"
        case .unauthorised: "unauthorised"
        case .notFound: "not_found"
        case .claimMismatch: "claim_mismatch"
        case .numberNotFound: "number_not_found"
        case .unavailable: "unavailable"
        case .serverError: "server_error"
        case .interrupted: "interrupted"
        }
    }

    /// What the code says, in the words `hookline help` prints.
    package var meaning: String {
        switch self {
        case .success: "done; an empty list counts as done"
        case .refused: "refused: invalid input, a failed check, not confirmed"
        case .usage: "wrong usage, missing or bad configuration"
        case .unauthorised: "the server does not accept the key or token (401, 403)"
        case .notFound: "no such thing (404)"
        case .claimMismatch: "the token is genuine, but not for what was asked"
        case .numberNotFound: "no such telephone number"
        case .unavailable: "no connection to the server"
        case .serverError: "any other error from the server"
        case .interrupted: "interrupted at a question"
        }
    }
}
