/// The name of a flow: its file without `.json`.
package enum FlowName: Hashable, Sendable {
    /// A call to a number of a user.
    case connectUser
    /// A user's call to a telephone.
    case connectPhone
    /// A call to a number that rings nobody.
    case unknownNumber
    /// Whatever else goes wrong.
    case fallback
    /// One that an operator has chosen for a number or an application, or that another flow goes on with.
    case other(String)

    /// The flows there must be.
    package static let required: [FlowName] = [.connectUser, .connectPhone, .unknownNumber, .fallback]

    package init(_ text: String) {
        self =
            switch text {
            case "connect-user": .connectUser
            case "connect-phone": .connectPhone
            case "unknown-number": .unknownNumber
            case "fallback": .fallback
            default: .other(text)
            }
    }

    package var text: String {
        switch self {
        case .connectUser: "connect-user"
        case .connectPhone: "connect-phone"
        case .unknownNumber: "unknown-number"
        case .fallback: "fallback"
        case .other(let text): text
        }
    }

    /// The longest name, in bytes.
    private static let longest = 64

    /// Whether a flow may be called so: letters, digits, `-`, `_` and `.`, not at the start a `.`, so that it can stand
    /// in a path and be the name of a file.
    package static func isName(_ text: some StringProtocol) -> Bool {
        (1...longest).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: ".")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    /// What is known when the flow is chosen.
    var placeholders: Set<Placeholder> {
        switch self {
        case .connectUser, .connectPhone, .other: Set(Placeholder.allCases)
        case .unknownNumber, .fallback: [.callee, .number, .callerNumber, .caller]
        }
    }

    /// Whether the user a flow speaks of is the one who calls.
    var isOfCallingUser: Bool { self == .connectPhone }

    /// Whether it is served without another flow behind it, so that nothing in it may be of doubt.
    var isLast: Bool { self == .fallback }
}
