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
    package init?(_ text: String) {
        guard let id = text.withBytes({ ConversationID(utf8: $0) }) else { return nil }
        self = id
    }

    /// Bytes that are not UTF-8 become U+FFFD.
    package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        if let uuid = UUID128(utf8: Self.withoutPrefix(bytes)) {
            spelling = .uuid(uuid)
        } else {
            guard (1...128).contains(bytes.count) else { return nil }
            spelling = .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    package init?(_ text: Substring) {
        self.init(String(text))
    }

    private static func withoutPrefix(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard bytes.count > 4, bytes[0] | 0x20 == UInt8(ascii: "c"), bytes[1] | 0x20 == UInt8(ascii: "o"),
            bytes[2] | 0x20 == UInt8(ascii: "n"), bytes[3] == UInt8(ascii: "-")
        else { return bytes }
        return UnsafeBufferPointer(rebasing: bytes[4...])
    }

    package var uuid: UUID128? {
        if case .uuid(let uuid) = spelling { uuid } else { nil }
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
