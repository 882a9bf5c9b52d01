import Telephony

/// One change of the registry, after its commit. An entry replaces whatever stood under its id.
package enum DirectoryChange: Equatable, Sendable {
    case application(ApplicationEntry)
    /// Takes the application's users and their devices along; its numbers stay, linked to nothing.
    case applicationRemoved(ApplicationID)
    case user(UserEntry)
    /// Takes the user's devices along; numbers that rang the user ring nobody.
    case userRemoved(UserID)
    case number(NumberEntry)
    case numberRemoved(E164)
    /// Takes its tokens from every other device that had them.
    case device(DeviceEntry)
    case deviceRemoved(DeviceID)
    case flow(FlowEntry)
    case flowRemoved(String)
}
