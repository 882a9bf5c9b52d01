import Telephony

/// What deciding a call asks of the directory.
package protocol CallDirectory {
    /// The entry of a number of ours.
    func number(_ number: E164) -> NumberEntry?

    func application(_ id: ApplicationID) -> ApplicationEntry?

    /// Whether some application may have a flow of its own: only then a call has to look at its application for that.
    var hasApplicationFlows: Bool { get }

    /// The application, if there is just one.
    var onlyApplication: ApplicationID? { get }

    func user(_ id: UserID) -> UserEntry?

    /// The user an application knows by this name, in whichever normalisation form it is written.
    func user(named name: UserName, in application: ApplicationID) -> UserEntry?

    /// The user's phones, first registered first.
    func devices(of user: UserID) -> [DeviceEntry]

    /// The application's longest-linked number in an area (`E164.area`), or of all its numbers if the area is nil.
    func oldestNumber(of application: ApplicationID, in area: String?) -> NumberEntry?
}

extension CallDirectory {
    /// The number an application shows when one of its users calls `callee`: its longest-linked one in the callee's
    /// country, else its longest-linked one.
    package func callerNumber(of application: ApplicationID, calling callee: E164) -> NumberEntry? {
        if let area = callee.area, let number = oldestNumber(of: application, in: area) { return number }
        return oldestNumber(of: application, in: nil)
    }
}
