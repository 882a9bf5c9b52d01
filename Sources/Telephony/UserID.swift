/// The id of a user: `USR-` and a UUID.
package struct UserID: Hashable, Sendable {
    package let uuid: UUID128

    package init(_ uuid: UUID128) {
        self.uuid = uuid
    }

    /// Fails unless `text` is `USR-` and a UUID; a user *name* that merely begins so is not an id.
    package init?(_ text: String) {
        guard let id = text.withBytes({ UserID(utf8: $0) }) else { return nil }
        self = id
    }

    /// The same, of bytes.
    package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count > 4, bytes[0] == UInt8(ascii: "U"), bytes[1] == UInt8(ascii: "S"),
            bytes[2] == UInt8(ascii: "R"), bytes[3] == UInt8(ascii: "-"),
            let uuid = UUID128(utf8: UnsafeBufferPointer(rebasing: bytes[4...]))
        else { return nil }
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
