import Telephony

/// An app user: who a call rings, under the name that tokens and NCCOs use.
package struct User: Equatable, Sendable {
    package var id: UserID
    package var application: ApplicationID
    package var name: UserName
    package var displayName: String?
    package var imageURL: String?
    /// The `properties` object as JSON text.
    package var properties: String?
    /// The `channels` object as JSON text.
    package var channels: String?
    /// The place of the user in lists.
    package internal(set) var seq: Int64 = 0
    package internal(set) var createdAt = Timestamp(milliseconds: 0)
    package internal(set) var updatedAt = Timestamp(milliseconds: 0)

    package init(
        id: UserID = .random(), application: ApplicationID, name: UserName, displayName: String? = nil,
        imageURL: String? = nil, properties: String? = nil, channels: String? = nil
    ) {
        self.id = id
        self.application = application
        self.name = name
        self.displayName = displayName
        self.imageURL = imageURL
        self.properties = properties
        self.channels = channels
    }
}
