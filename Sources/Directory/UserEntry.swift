import Telephony

/// What a call needs to know of a user.
package struct UserEntry: Equatable, Sendable {
    package var id: UserID
    package var application: ApplicationID
    package var name: UserName
    /// What people call them, where it is not the name.
    package var displayName: String?

    package init(id: UserID, application: ApplicationID, name: UserName, displayName: String? = nil) {
        self.id = id
        self.application = application
        self.name = name
        self.displayName = displayName
    }

    /// The name to speak and to show.
    package var shownName: String {
        if let displayName, !displayName.allSatisfy(\.isWhitespace) { displayName } else { name.text }
    }
}
