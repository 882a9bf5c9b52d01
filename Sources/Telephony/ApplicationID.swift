/// The id of an application: a UUID, shown with dashes.
package struct ApplicationID: Hashable, Sendable {
    package let uuid: UUID128

    package init(_ uuid: UUID128) {
        self.uuid = uuid
    }

    package init?(_ text: String) {
        guard let uuid = UUID128(text) else { return nil }
        self.uuid = uuid
    }

    package init?(_ text: Substring) {
        self.init(String(text))
    }

    package static func random() -> ApplicationID { ApplicationID(.random()) }
}

extension ApplicationID: CustomStringConvertible {
    package var description: String { uuid.description }
}
