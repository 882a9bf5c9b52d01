import SQLite
import Telephony

/// Whose webhooks a signature secret signs.
package enum SignatureSecretOwner: Equatable, Sendable {
    case application(ApplicationID)
    /// Every application of that account.
    case apiKey(String)
}

/// The secrets with which webhooks are signed. An owner may have several while they are being changed.
package struct SignatureSecretStore<Access: ReadTransaction> {
    let tx: Access

    package init(_ tx: Access) { self.tx = tx }

    /// The secrets of the owner, newest first. Throws `secretUnavailable` without the key of the secrets.
    package func secrets(of owner: SignatureSecretOwner) throws -> [[UInt8]] {
        func open(_ row: borrowing Row) throws -> [UInt8] {
            try tx.unseal(row.blob(1), .signatureSecret, row: row.text(0))
        }
        return switch owner {
        case .application(let id):
            try tx.connection.rows(
                "SELECT id, secret FROM signature_secrets WHERE application = ? ORDER BY created_at DESC, id",
                .text(id.description), as: open)
        case .apiKey(let key):
            try tx.connection.rows(
                "SELECT id, secret FROM signature_secrets WHERE api_key = ? ORDER BY created_at DESC, id",
                .text(key), as: open)
        }
    }
}

extension SignatureSecretStore where Access: Transaction {
    /// Adds a secret beside those there are.
    package func add(_ secret: [UInt8], of owner: SignatureSecretOwner) throws {
        let id = UUID128.random().description
        let sealed = try tx.seal(secret, .signatureSecret, row: id)
        var application: ApplicationID?
        var apiKey: String?
        switch owner {
        case .application(let id): application = id
        case .apiKey(let key): apiKey = key
        }
        if let application, try ApplicationStore(tx).find(application) == nil {
            throw StoreError.unknown(.application, application.description)
        }
        try tx.connection.run(
            "INSERT INTO signature_secrets (id, application, api_key, secret, created_at) VALUES (?, ?, ?, ?, ?)",
            .text(id), .text(application?.description), .text(apiKey), .blob(sealed),
            .integer(tx.now.milliseconds))
        try noteChange(of: owner)
    }

    /// Takes all secrets of the owner away.
    package func removeAll(of owner: SignatureSecretOwner) throws {
        switch owner {
        case .application(let id):
            try tx.connection.run("DELETE FROM signature_secrets WHERE application = ?", .text(id.description))
        case .apiKey(let key):
            try tx.connection.run("DELETE FROM signature_secrets WHERE api_key = ?", .text(key))
        }
        try noteChange(of: owner)
    }

    private func noteChange(of owner: SignatureSecretOwner) throws {
        switch owner {
        case .application(let id): try tx.changed(.application, id)
        case .apiKey(let key):
            let ids = try tx.connection.rows("SELECT id FROM applications WHERE api_key = ?", .text(key)) { $0.text(0) }
            for id in ids { try tx.changed(.application, id) }
        }
    }
}
