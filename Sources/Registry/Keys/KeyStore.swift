import Crypto
import SQLite
import Telephony

/// A key pair of the administration: its public half.
package struct AdminKey: Equatable, Sendable {
    package let id: String
    package let label: String?
    package let createdAt: Timestamp
    package let revokedAt: Timestamp?
}

/// The key pairs with which the REST interface and the command line sign in.
///
/// Of a secret only its HMAC under the key of the secrets is kept.
package struct KeyStore<Access: ReadTransaction> {
    let tx: Access

    package init(_ tx: Access) { self.tx = tx }

    package func list() throws -> [AdminKey] {
        try tx.connection.rows("SELECT id, label, created_at, revoked_at FROM api_keys ORDER BY created_at, id") {
            AdminKey(
                id: $0.text(0), label: $0.optionalText(1), createdAt: Timestamp(milliseconds: $0.integer(2)),
                revokedAt: $0.optionalInteger(3).map(Timestamp.init(milliseconds:)))
        }
    }

    /// Whether the pair is right and not revoked. Throws `secretUnavailable` without the key of the secrets.
    package func verify(id: String, secret: [UInt8]) throws -> Bool {
        guard let box = tx.box else { throw StoreError.secretUnavailable }
        let mac = try tx.connection.row(
            "SELECT secret_mac FROM api_keys WHERE id = ? AND revoked_at IS NULL", .text(id)
        ) { $0.blob(0) }
        guard let mac else { return false }
        do {
            return try box.matches(secret, tag: mac)
        } catch {
            throw StoreError.secretUnavailable
        }
    }
}

extension KeyStore where Access: Transaction {
    /// Adds a key pair, or gives the one with the id another secret.
    package func put(id: String, secret: [UInt8], label: String? = nil) throws {
        guard let box = tx.box else { throw StoreError.secretUnavailable }
        try tx.connection.run(
            """
            INSERT INTO api_keys (id, secret_mac, label, created_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET secret_mac = excluded.secret_mac, label = excluded.label, revoked_at = NULL
            """,
            .text(id), .blob(box.tag(of: secret)), .text(label), .integer(tx.now.milliseconds))
    }

    /// The pair is good no longer. Throws `unknown` when there is none.
    package func revoke(_ id: String) throws {
        let revoked = try tx.connection.run(
            "UPDATE api_keys SET revoked_at = ? WHERE id = ?", .integer(tx.now.milliseconds), .text(id))
        guard revoked == 1 else { throw StoreError.unknown(.key, id) }
    }
}
