import Directory
import SQLite
import Telephony

/// The devices in the store.
package struct DeviceStore<Access: ReadTransaction> {
    let tx: Access

    package init(_ tx: Access) { self.tx = tx }

    package func find(_ id: DeviceID) throws -> Device? {
        var sql = Self.columns
        sql.append(" WHERE id = ?")
        return try devices(sql, [.text(id.text)]).first
    }

    /// The devices of a user that can be woken, in the order they came.
    package func active(of user: UserID) throws -> [Device] {
        var sql = Self.columns
        sql.append(" WHERE user_id = ? ORDER BY seq")
        return try devices(sql, [.text(user.description)]).filter(\.isActive)
    }

    /// The devices of an application that can be woken, in the order they came.
    package func active(of application: ApplicationID) throws -> [Device] {
        var sql = Self.columns
        sql.append(" WHERE application = ? ORDER BY seq")
        return try devices(sql, [.text(application.description)]).filter(\.isActive)
    }

    private func devices(_ sql: SQL, _ values: [Value]) throws -> [Device] {
        try tx.connection.rows(sql, values) { row in
            var device = try Self.device(row)
            device.tokens = try tokens(of: device.id)
            return device
        }
    }

    private func tokens(of device: DeviceID) throws -> [Device.Token] {
        try tx.connection.rows(
            """
            SELECT kind, token, is_sandbox, registered_at, disabled_at, disabled_reason
            FROM device_tokens WHERE device = ? ORDER BY seq
            """, .text(device.text)
        ) { row in
            guard let kind = Device.TokenKind(rawValue: row.text(0)) else {
                throw StoreError.unreadable(table: "device_tokens", id: device.text)
            }
            var token = Device.Token(kind: kind, text: row.text(1), isSandbox: row.bool(2))
            token.registeredAt = Timestamp(milliseconds: row.integer(3))
            token.disabledAt = row.optionalInteger(4).map(Timestamp.init(milliseconds:))
            token.disabledReason = row.optionalText(5)
            return token
        }
    }

    static var columns: SQL {
        SQL(
            """
            SELECT id, application, user_id, platform, bundle_id, model, app_version, created_at, last_seen_at
            FROM devices
            """)
    }

    static func device(_ row: borrowing Row) throws -> Device {
        guard let id = DeviceID(row.text(0)) else { throw StoreError.unreadable(table: "devices", id: row.text(0)) }
        var device = Device(
            id: id, application: row.optionalText(1).flatMap { ApplicationID($0) },
            user: row.optionalText(2).flatMap { UserID($0) },
            platform: DevicePlatform(rawValue: row.text(3)) ?? .ios, bundleID: row.optionalText(4),
            model: row.optionalText(5), appVersion: row.optionalText(6), tokens: [])
        device.createdAt = Timestamp(milliseconds: row.integer(7))
        device.lastSeenAt = Timestamp(milliseconds: row.integer(8))
        return device
    }
}

extension DeviceStore where Access: Transaction {
    /// Adds the device, or renews what is known of it.
    ///
    /// It is the device that has one of the tokens already, else the one with the id. A phone rings for one user only:
    /// a device that was another user's is now this one's, with all its tokens. A new token takes the place of the
    /// device's old one of its kind at once. Registering again makes a disabled token good.
    ///
    /// Throws `unknown` for the user or its application.
    @discardableResult
    package func register(_ registration: DeviceRegistration) throws -> (device: Device, isNew: Bool) {
        guard let user = try UserStore(tx).find(registration.user), user.application == registration.application
        else { throw StoreError.unknown(.user, registration.user.description) }

        let known = try known(registration)
        let id = try known ?? newID(for: registration)
        if known == nil {
            try tx.connection.run(
                """
                INSERT INTO devices (id, application, user_id, platform, bundle_id, model, app_version, created_at,
                    last_seen_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                .text(id.text), .text(registration.application.description), .text(registration.user.description),
                .text(registration.platform.rawValue), .text(registration.bundleID), .text(registration.model),
                .text(registration.appVersion), .integer(tx.now.milliseconds), .integer(tx.now.milliseconds))
        } else {
            try dropPushesOfOtherUsers(device: id, user: registration.user)
            try tx.connection.run(
                """
                UPDATE devices SET application = ?, user_id = ?, platform = ?, bundle_id = coalesce(?, bundle_id),
                    model = coalesce(?, model), app_version = coalesce(?, app_version), last_seen_at = ?
                WHERE id = ?
                """,
                .text(registration.application.description), .text(registration.user.description),
                .text(registration.platform.rawValue), .text(registration.bundleID), .text(registration.model),
                .text(registration.appVersion), .integer(tx.now.milliseconds), .text(id.text))
        }
        for token in registration.tokens { try put(token, on: id) }
        try tx.changed(.device, id)
        guard let device = try find(id) else { throw StoreError.unknown(.device, id.text) }
        return (device, known == nil)
    }

    /// Takes the device and its tokens away; a waiting push for it is dropped. Returns false when there was none.
    @discardableResult
    package func remove(_ id: DeviceID) throws -> Bool {
        try tx.connection.run(
            "UPDATE push_outbox SET state = 'dropped' WHERE device = ? AND state = 'waiting'", .text(id.text))
        let removed = try tx.connection.run("DELETE FROM devices WHERE id = ?", .text(id.text))
        if removed > 0 { try tx.changed(.device, id) }
        return removed > 0
    }

    /// Disables a token that the push service no longer takes.
    ///
    /// With `unregisteredAt`, the time the service gave, only if the token has not been registered again since.
    /// Returns whether it is disabled by this.
    @discardableResult
    package func disable(
        _ kind: Device.TokenKind, token: String, reason: String, unregisteredAt: Timestamp? = nil
    ) throws -> Bool {
        let device = try tx.connection.row(
            """
            UPDATE device_tokens SET disabled_at = ?, disabled_reason = ?
            WHERE kind = ? AND token = ? AND disabled_at IS NULL AND registered_at <= ?
            RETURNING device
            """,
            .integer(tx.now.milliseconds), .text(reason), .text(kind.rawValue), .text(token),
            .integer(unregisteredAt?.milliseconds ?? .max)
        ) { $0.text(0) }
        if let device { try tx.changed(.device, device) }
        return device != nil
    }

    func disableAll(of user: UserID, reason: String) throws {
        try disable(
            try tx.connection.rows("SELECT id FROM devices WHERE user_id = ?", .text(user.description)) { $0.text(0) },
            reason: reason)
    }

    func disableAll(ofApplication application: ApplicationID, reason: String) throws {
        try disable(
            try tx.connection.rows(
                "SELECT id FROM devices WHERE application = ?", .text(application.description)
            ) { $0.text(0) }, reason: reason)
    }

    private func disable(_ devices: [String], reason: String) throws {
        for device in devices {
            try tx.connection.run(
                """
                UPDATE device_tokens SET disabled_at = ?, disabled_reason = ?
                WHERE device = ? AND disabled_at IS NULL
                """, .integer(tx.now.milliseconds), .text(reason), .text(device))
            try tx.changed(.device, device)
        }
    }

    private func known(_ registration: DeviceRegistration) throws -> DeviceID? {
        for token in registration.tokens {
            let device = try tx.connection.row(
                "SELECT device FROM device_tokens WHERE kind = ? AND token = ?", .text(token.kind.rawValue),
                .text(token.text)
            ) { $0.text(0) }
            if let device = device.flatMap({ DeviceID($0) }) { return device }
        }
        guard let id = registration.id, let device = try find(id) else { return nil }
        // An id says nothing across applications; there it names another device.
        return device.application == nil || device.application == registration.application ? id : nil
    }

    private func newID(for registration: DeviceRegistration) throws -> DeviceID {
        guard let id = registration.id, try find(id) == nil else { return .random() }
        return id
    }

    /// A call that rings right now must not ring on a phone that has changed hands.
    private func dropPushesOfOtherUsers(device: DeviceID, user: UserID) throws {
        try tx.connection.run(
            "UPDATE push_outbox SET state = 'dropped' WHERE device = ? AND user_id <> ? AND state = 'waiting'",
            .text(device.text), .text(user.description))
    }

    private func put(_ token: Device.Token, on device: DeviceID) throws {
        let kind = Value.text(token.kind.rawValue)
        let others = try tx.connection.rows(
            "DELETE FROM device_tokens WHERE kind = ? AND (token = ? OR device = ?) RETURNING device", kind,
            .text(token.text), .text(device.text)
        ) { $0.text(0) }
        for other in others where other != device.text { try tx.changed(.device, other) }
        try tx.connection.run(
            "INSERT INTO device_tokens (device, kind, token, is_sandbox, registered_at) VALUES (?, ?, ?, ?, ?)",
            .text(device.text), kind, .text(token.text), .bool(token.isSandbox), .integer(tx.now.milliseconds))
    }
}
