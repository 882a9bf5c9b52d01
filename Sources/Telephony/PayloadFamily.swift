/// The client library that reads the push, and so the shape of its body.
package enum PayloadFamily: String, Hashable, Sendable, CaseIterable {
    /// Vonage Client SDK; its older form reads it, too.
    case vonage
    /// Nexmo's older client (NXMClient).
    case nexmo
    case voximplant
    /// Apps that talk to CallKit by themselves, as Apple's and the common samples do.
    case callkit
}
