/// The id of one push: the `apns-id` of every try to deliver it.
package struct PushID: Hashable, Sendable {
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

    package static func random() -> PushID { PushID(.random()) }
}

extension PushID: CustomStringConvertible {
    package var description: String { uuid.description }
}
