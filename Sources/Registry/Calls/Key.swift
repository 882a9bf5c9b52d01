import SQLite
import Telephony

/// How the id of a call or a conversation stands in the tables: a UUID as its 16 bytes, any other text as it is.
///
/// Columns of them are of type ANY: a blob is never equal to a text.
enum Key: Hashable, Sendable {
    case uuid(UUID128)
    case text(String)

    init(_ call: CallUUID) {
        self = call.uuid.map(Key.uuid) ?? .text(call.text)
    }

    init(_ conversation: ConversationID) {
        self = conversation.uuid.map(Key.uuid) ?? .text(conversation.text)
    }
}

extension Key: Comparable {
    /// The order that SQLite's indexes have: texts, then blobs byte by byte.
    static func < (left: Key, right: Key) -> Bool {
        switch (left, right) {
        case (.uuid(let left), .uuid(let right)): left < right
        case (.text(let left), .text(let right)): left < right
        case (.text, .uuid): true
        case (.uuid, .text): false
        }
    }
}

extension UUID128 {
    /// Its bytes, most significant first.
    fileprivate func withKeyBytes<T>(_ body: (UnsafeRawBufferPointer) -> T) -> T {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { body($0) }
    }
}

extension Value {
    static func key(_ key: Key) -> Value {
        switch key {
        case .uuid(let uuid): .blob(uuid.withKeyBytes { [UInt8]($0) })
        case .text(let text): .text(text)
        }
    }

    static func key(_ call: CallUUID) -> Value { .key(Key(call)) }

    static func key(_ conversation: ConversationID) -> Value { .key(Key(conversation)) }
}

extension Binder {
    mutating func key(_ key: Key, at place: Int32) {
        switch key {
        case .uuid(let uuid):
            var bytes = (uuid.high.bigEndian, uuid.low.bigEndian)
            withUnsafeBytes(of: &bytes) { blob($0, at: place) }
        case .text(let text): self.text(text, at: place)
        }
    }
}

extension Row {
    /// Nil for NULL, and for what is no id.
    func call(_ column: Int32) -> CallUUID? {
        isBlob(column) ? uuid(column).map { CallUUID($0) } : CallUUID(text(column))
    }

    /// Nil for NULL, and for what is no id.
    func conversation(_ column: Int32) -> ConversationID? {
        isBlob(column) ? uuid(column).map { ConversationID($0) } : ConversationID(text(column))
    }

    private func uuid(_ column: Int32) -> UUID128? {
        withBlob(column) { bytes in
            guard bytes.count == 16 else { return nil }
            return UUID128(
                high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }
}
