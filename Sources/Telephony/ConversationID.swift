/// The id of a conversation, in which the legs of a call meet.
///
/// Written `CON-` and a UUID; some webhooks leave the prefix out. A text that is no UUID is an id, too.
package struct ConversationID: Hashable, Sendable {
    private let spelling: Spelling

    private enum Spelling: Hashable {
        case uuid(UUID128)
        case text(String)
    }

    package init(_ uuid: UUID128) {
        spelling = .uuid(uuid)
    }

    /// Fails if `text` is empty or longer than 128 bytes.
    package init?(_ text: some StringProtocol) {
        if text.hasPrefix("CON-") || text.hasPrefix("con-"), let uuid = UUID128(text.dropFirst(4)) {
            spelling = .uuid(uuid)
        } else if let uuid = UUID128(text) {
            spelling = .uuid(uuid)
        } else {
            guard (1...128).contains(text.utf8.count) else { return nil }
            spelling = .text(String(text))
        }
    }

    /// The one spelling under which the conversation is kept: `CON-` and a lower-case UUID, or the text as it came.
    package var text: String {
        switch spelling {
        case .uuid(let uuid): "CON-" + uuid.description
        case .text(let text): text
        }
    }

    package static func random() -> ConversationID { ConversationID(.random()) }
}

extension ConversationID: CustomStringConvertible {
    package var description: String { text }
}
