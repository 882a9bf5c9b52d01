import Directory
import SQLite
import Telephony

/// The push credentials in the store.
package struct CredentialStore<Access: ReadTransaction> {
    let tx: Access

    package init(_ tx: Access) { self.tx = tx }

    package func find(_ id: String) throws -> PushCredential? {
        var sql = Self.columns
        sql.append(" WHERE id = ?")
        return try tx.connection.row(sql, [.text(id)], as: Self.credential)
    }

    /// All credentials, newest first.
    package func list() throws -> [PushCredential] {
        var sql = Self.columns
        sql.append(" ORDER BY seq DESC")
        return try tx.connection.rows(sql, [], as: Self.credential)
    }

    /// The application's own credentials and those for every application, its own before the others, newest first.
    package func list(for application: ApplicationID) throws -> [PushCredential] {
        var sql = Self.columns
        sql.append(
            """
             WHERE application = ? OR application IS NULL
            ORDER BY CASE WHEN application IS NULL THEN 1 ELSE 0 END, seq DESC
            """)
        return try tx.connection.rows(sql, [.text(application.description)], as: Self.credential)
    }

    /// The private half: a key as PEM, or a service account as JSON.
    ///
    /// Throws `unknown`, or `secretUnavailable` without the key of the secrets.
    package func secret(of id: String) throws -> [UInt8] {
        let sealed = try tx.connection.row("SELECT secret FROM push_credentials WHERE id = ?", .text(id)) { $0.blob(0) }
        guard let sealed else { throw StoreError.unknown(.credential, id) }
        return try tx.unseal(sealed, .pushCredential, row: id)
    }

    static var columns: SQL {
        SQL(
            """
            SELECT id, application, platform, kind, bundle_id, topics, environments, team_id, key_id, certificate,
                not_after, last_error, created_at, updated_at
            FROM push_credentials
            """)
    }

    static func credential(_ row: borrowing Row) throws -> PushCredential {
        guard let kind = PushCredential.Kind(rawValue: row.text(3)) else {
            throw StoreError.unreadable(table: "push_credentials", id: row.text(0))
        }
        let environments = row.text(6).split(separator: " ")
        var credential = PushCredential(
            id: row.text(0), application: row.optionalText(1).flatMap { ApplicationID($0) },
            platform: DevicePlatform(rawValue: row.text(2)) ?? .ios, kind: kind, bundleID: row.optionalText(4),
            topics: row.text(5).split(separator: " ").map(String.init),
            isForProduction: environments.contains("production"), isForSandbox: environments.contains("sandbox"),
            teamID: row.optionalText(7), keyID: row.optionalText(8), certificate: row.optionalText(9),
            notAfter: row.optionalInteger(10).map(Timestamp.init(milliseconds:)))
        credential.lastError = row.optionalText(11)
        credential.createdAt = Timestamp(milliseconds: row.integer(12))
        credential.updatedAt = Timestamp(milliseconds: row.integer(13))
        return credential
    }
}

extension CredentialStore where Access: Transaction {
    /// Adds a credential. It takes the place of an earlier one for the same application, platform, kind, bundle id,
    /// and key id, which is removed.
    package func put(_ credential: PushCredential, secret: [UInt8]) throws {
        let sealed = try tx.seal(secret, .pushCredential, row: credential.id)
        if let application = credential.application, try ApplicationStore(tx).find(application) == nil {
            throw StoreError.unknown(.application, application.description)
        }
        try tx.connection.run(
            """
            DELETE FROM push_credentials
            WHERE coalesce(application, '') = ? AND platform = ? AND kind = ? AND coalesce(bundle_id, '') = ?
                AND coalesce(key_id, '') = ?
            """,
            .text(credential.application?.description ?? ""), .text(credential.platform.rawValue),
            .text(credential.kind.rawValue), .text(credential.bundleID ?? ""), .text(credential.keyID ?? ""))
        let environments =
            (credential.isForProduction ? ["production"] : []) + (credential.isForSandbox ? ["sandbox"] : [])
        try tx.connection.run(
            """
            INSERT INTO push_credentials (id, application, platform, kind, bundle_id, topics, environments, team_id,
                key_id, certificate, secret, not_after, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .text(credential.id), .text(credential.application?.description), .text(credential.platform.rawValue),
            .text(credential.kind.rawValue), .text(credential.bundleID),
            .text(credential.topics.joined(separator: " ")), .text(environments.joined(separator: " ")),
            .text(credential.teamID), .text(credential.keyID), .text(credential.certificate), .blob(sealed),
            .integer(credential.notAfter?.milliseconds), .integer(tx.now.milliseconds),
            .integer(tx.now.milliseconds))
    }

    /// Notes what the push service said against the credential; nil when it is good again.
    package func setLastError(_ words: String?, of id: String) throws {
        try tx.connection.run(
            "UPDATE push_credentials SET last_error = ?, updated_at = ? WHERE id = ?", .text(words),
            .integer(tx.now.milliseconds), .text(id))
    }

    /// Returns false when there was none.
    @discardableResult
    package func delete(_ id: String) throws -> Bool {
        try tx.connection.run("DELETE FROM push_credentials WHERE id = ?", .text(id)) > 0
    }
}
