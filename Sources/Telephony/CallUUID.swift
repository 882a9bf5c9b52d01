/// The id of one leg of a call.
///
/// The platform writes the same leg as 32 hex digits or with dashes, in either case; all of them are one id. A text that
/// is no UUID is an id, too: what a counterparty calls a call is its own affair.
package struct CallUUID: Hashable, Sendable {
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
        guard let id = text.withBytes({ CallUUID(utf8: $0) }) else { return nil }
        self = id
    }

    /// Bytes that are not UTF-8 become U+FFFD.
    package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        if let uuid = UUID128(utf8: bytes) {
            spelling = .uuid(uuid)
        } else {
            guard (1...128).contains(bytes.count) else { return nil }
            spelling = .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    package init?(_ text: Substring) {
        self.init(String(text))
    }

    /// The one spelling under which the leg is kept: 32 lower-case digits, or the text as it came.
    package var text: String {
        switch spelling {
        case .uuid(let uuid): uuid.hex
        case .text(let text): text
        }
    }

    package var uuid: UUID128? {
        if case .uuid(let uuid) = spelling { uuid } else { nil }
    }

    package static func random() -> CallUUID { CallUUID(.random()) }
}

extension CallUUID: CustomStringConvertible {
    package var description: String { text }
}
