import Crypto
import SQLite
import Telephony

/// One change of the store, valid inside the closure that receives it and on the writer's thread only.
///
/// It is part of a group that is committed together. When the closure throws, what it did is undone, and the rest of
/// the group goes on.
package final class Transaction: ReadTransaction {
    /// Set once a row of `changes` has been written.
    private(set) var hasChanges = false

    /// Notes that the Directory's entry of a thing must be read again after the commit.
    func changed(_ kind: Change.Kind, _ id: some CustomStringConvertible) throws {
        try connection.run(
            "INSERT INTO changes (kind, id) VALUES (?, ?)", .text(kind.rawValue), .text(id.description))
        hasChanges = true
    }
}

/// One row of `changes`: a thing of the registry that is not as it was.
struct Change: Sendable {
    enum Kind: String, Sendable {
        case application, user, number, device, flow
    }

    struct Key: Hashable {
        let kind: Kind
        let id: String
    }

    let seq: Int64
    let kind: Kind
    let id: String

    var key: Key { Key(kind: kind, id: id) }
}
