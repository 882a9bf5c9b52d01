import Telephony

/// One thing a phone has done.
package enum PhoneTrace: Sendable {
    case registered(device: String, status: Int)
    /// It shows the call on its screen.
    case rang(CallInvitation)
    /// A push that it does not show, and why.
    case ignored(String)
    /// The server knows the user.
    case greeted(user: String)
    /// The platform lets the user in.
    case signedIn(user: String)
    case answered(CallInvitation)
    case declined(CallInvitation)
    /// Something it wanted did not work.
    case failed(String)
}
