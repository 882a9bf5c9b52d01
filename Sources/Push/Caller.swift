import Telephony

/// Who calls.
package enum Caller: Equatable, Sendable {
    /// A telephone, as the platform spells it: usually the digits of an international number.
    case phone(String)
    /// A user of the application.
    case user(UserName, id: UserID?)
    /// A telephone that withholds its number.
    case anonymous

    /// The number or name under which the caller is known.
    var handle: String {
        switch self {
        case .phone(let number): number
        case .user(let name, _): name.text
        case .anonymous: "Unknown"
        }
    }
}
