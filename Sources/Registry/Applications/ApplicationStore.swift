import Directory
import SQLite
import Telephony

/// The applications in the store.
package struct ApplicationStore<Access: ReadTransaction> {
    let tx: Access

    package init(_ tx: Access) { self.tx = tx }

    package func find(_ id: ApplicationID) throws -> Application? {
        var sql = Self.columns
        sql.append(" WHERE id = ?")
        return try tx.connection.row(sql, [.text(id.description)], as: Self.application)
    }

    /// The applications of one page, oldest first. Pages count from 1.
    package func list(page: Int, size: Int) throws -> Page<Application> {
        var sql = Self.columns
        sql.append(" ORDER BY seq LIMIT ? OFFSET ?")
        let offset = max(0, page - 1).multipliedReportingOverflow(by: size)
        guard !offset.overflow else { return Page(items: [], total: try count()) }
        let items = try tx.connection.rows(
            sql, [.integer(size), .integer(offset.partialValue)], as: Self.application)
        return Page(items: items, total: try count())
    }

    func all() throws -> [Application] {
        try tx.connection.rows(Self.columns, [], as: Self.application)
    }

    package func count() throws -> Int {
        try tx.connection.row("SELECT count(*) FROM applications") { $0.int(0) } ?? 0
    }

    /// The private key as PEM; nil when none is kept.
    ///
    /// Throws `secretUnavailable` without the key of the secrets.
    package func privateKey(of id: ApplicationID) throws -> [UInt8]? {
        let sealed = try tx.connection.row(
            "SELECT private_key FROM applications WHERE id = ?", .text(id.description)
        ) { $0.optionalBlob(0) }
        guard let sealed = sealed ?? nil else { return nil }
        return try tx.unseal(sealed, .applicationPrivateKey, row: id.description)
    }

    static var columns: SQL {
        SQL(
            """
            SELECT id, name, capabilities, privacy, public_key, private_key IS NOT NULL, api_key, push_by,
                payload_family, created_at, updated_at, flow
            FROM applications
            """)
    }

    static func application(_ row: borrowing Row) throws -> Application {
        guard let id = ApplicationID(row.text(0)) else {
            throw StoreError.unreadable(table: "applications", id: row.text(0))
        }
        var application = Application(
            id: id, name: row.text(1), capabilities: row.text(2), privacy: row.optionalText(3),
            publicKey: row.optionalText(4), apiKey: row.optionalText(6),
            pushBy: PushSide(rawValue: row.text(7)) ?? .hookline,
            payloadFamily: PayloadFamily(rawValue: row.text(8)) ?? .vonage, flow: row.optionalText(11))
        application.hasPrivateKey = row.bool(5)
        application.createdAt = Timestamp(milliseconds: row.integer(9))
        application.updatedAt = Timestamp(milliseconds: row.integer(10))
        return application
    }
}

extension ApplicationStore where Access: Transaction {
    /// Adds an application. Throws `idTaken` when there is one with its id.
    package func create(_ application: Application, privateKey: [UInt8]? = nil) throws {
        let id = application.id.description
        let sealed = try privateKey.map { try tx.seal($0, .applicationPrivateKey, row: id) }
        let added = try tx.connection.run(
            """
            INSERT INTO applications (id, name, capabilities, privacy, public_key, private_key, api_key, push_by,
                payload_family, flow, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            .text(id), .text(application.name), .text(application.capabilities), .text(application.privacy),
            .text(application.publicKey), .blob(sealed), .text(application.apiKey),
            .text(application.pushBy.rawValue), .text(application.payloadFamily.rawValue),
            .text(application.flow), .integer(tx.now.milliseconds), .integer(tx.now.milliseconds))
        guard added == 1 else { throw StoreError.idTaken }
        try tx.changed(.application, application.id)
    }

    /// Writes all of the application but its private key. Throws `unknown` when there is none with its id.
    package func update(_ application: Application) throws {
        let updated = try tx.connection.run(
            """
            UPDATE applications SET name = ?, capabilities = ?, privacy = ?, public_key = ?, api_key = ?, push_by = ?,
                payload_family = ?, flow = ?, updated_at = ?
            WHERE id = ?
            """,
            .text(application.name), .text(application.capabilities), .text(application.privacy),
            .text(application.publicKey), .text(application.apiKey), .text(application.pushBy.rawValue),
            .text(application.payloadFamily.rawValue), .text(application.flow), .integer(tx.now.milliseconds),
            .text(application.id.description))
        guard updated == 1 else { throw StoreError.unknown(.application, application.id.description) }
        try tx.changed(.application, application.id)
    }

    /// Sets or takes away the private key (PEM).
    package func setPrivateKey(_ key: [UInt8]?, of id: ApplicationID) throws {
        let sealed = try key.map { try tx.seal($0, .applicationPrivateKey, row: id.description) }
        let updated = try tx.connection.run(
            "UPDATE applications SET private_key = ?, updated_at = ? WHERE id = ?",
            .blob(sealed), .integer(tx.now.milliseconds), .text(id.description))
        guard updated == 1 else { throw StoreError.unknown(.application, id.description) }
        try tx.changed(.application, id)
    }

    /// Removes the application with its users and credentials; its numbers stay, unlinked, and its devices are disabled.
    ///
    /// Returns false when there was none.
    @discardableResult
    package func delete(_ id: ApplicationID) throws -> Bool {
        guard try find(id) != nil else { return false }
        let text = Value.text(id.description)
        try NumberStore(tx).unlinkAll(ofApplication: id)
        let users = try tx.connection.rows("SELECT id FROM users WHERE application = ?", text) { $0.text(0) }
        for user in users.compactMap({ UserID($0) }) { try UserStore(tx).delete(user) }
        try DeviceStore(tx).disableAll(ofApplication: id, reason: "application deleted")
        try tx.connection.run("DELETE FROM applications WHERE id = ?", text)
        try tx.changed(.application, id)
        return true
    }
}
