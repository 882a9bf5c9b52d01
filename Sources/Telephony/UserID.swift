/// The id of a user: `USR-` and a UUID.
package struct UserID: Hashable, Sendable {
    package let uuid: UUID128

    package init(_ uuid: UUID128) {
        self.uuid = uuid
    }

    /// Fails unless `text` is `USR-` and a UUID; a user *name* that merely begins so is not an id.
    package init?(_ text: String) {
        guard text.hasPrefix("USR-"), let uuid = UUID128(text.dropFirst(4)) else { return nil }
        self.uuid = uuid
    }

    package init?(_ text: Substring) {
        self.init(String(text))
    }

    package static func random() -> UserID { UserID(.random()) }
}

extension UserID: CustomStringConvertible {
    package var description: String { "USR-" + uuid.description }
}
