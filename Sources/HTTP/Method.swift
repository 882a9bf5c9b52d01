/// What a request asks to be done (RFC 9110 §9). Methods are told apart by their letter case.
package enum Method: Hashable, Sendable {
    case get
    case head
    case post
    case put
    case patch
    case delete
    case options
    case trace
    case connect
    /// Any other token, as it was sent.
    case other(String)

    package init(_ name: String) {
        switch name {
        case "GET": self = .get
        case "HEAD": self = .head
        case "POST": self = .post
        case "PUT": self = .put
        case "PATCH": self = .patch
        case "DELETE": self = .delete
        case "OPTIONS": self = .options
        case "TRACE": self = .trace
        case "CONNECT": self = .connect
        default: self = .other(name)
        }
    }

    package var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .patch: "PATCH"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .trace: "TRACE"
        case .connect: "CONNECT"
        case .other(let name): name
        }
    }

    /// Whether it only reads (RFC 9110 §9.2.1).
    package var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace: true
        default: false
        }
    }
}

extension Method: CustomStringConvertible {
    package var description: String { name }
}
