import Directory
import SQLite
import Telephony

/// Reads from the store what the Directory holds of it.
struct DirectoryReader {
    let tx: ReadTransaction

    /// The last row of `changes`.
    func lastChange() throws -> Int64 {
        try tx.connection.row("SELECT coalesce(max(seq), 0) FROM changes") { $0.integer(0) } ?? 0
    }

    /// The first row of `changes` that is kept, 0 when there are none.
    func firstChange() throws -> Int64 {
        try tx.connection.row("SELECT coalesce(min(seq), 0) FROM changes") { $0.integer(0) } ?? 0
    }

    /// The rows of `changes` after `seq`, in order.
    func changes(after seq: Int64) throws -> [Change] {
        try tx.connection.rows("SELECT seq, kind, id FROM changes WHERE seq > ? ORDER BY seq", .integer(seq)) { row in
            guard let kind = Change.Kind(rawValue: row.text(1)) else { return nil }
            return Change(seq: row.integer(0), kind: kind, id: row.text(2))
        }.compactMap { $0 }
    }

    /// Takes away all but the last rows of `changes`, which nobody asks for any more.
    func forgetOldChanges(keeping count: Int64 = 100_000) throws {
        try tx.connection.run("DELETE FROM changes WHERE seq <= (SELECT max(seq) FROM changes) - ?", .integer(count))
    }

    /// What the Directory must be told about a changed thing: its entry as it is now, or that it is gone.
    func directoryChange(for change: Change) throws -> DirectoryChange? {
        switch change.kind {
        case .application:
            guard let id = ApplicationID(change.id) else { return nil }
            return try ApplicationStore(tx).find(id).map { .application(try entry(of: $0)) } ?? .applicationRemoved(id)
        case .user:
            guard let id = UserID(change.id) else { return nil }
            return try UserStore(tx).find(id).map { .user(entry(of: $0)) } ?? .userRemoved(id)
        case .number:
            guard let number = E164(change.id) else { return nil }
            guard let found = try NumberStore(tx).find(number), found.isOwned else { return .numberRemoved(number) }
            return .number(entry(of: found))
        case .device:
            guard let id = DeviceID(change.id) else { return nil }
            return try DeviceStore(tx).find(id).flatMap { entry(of: $0) }.map { .device($0) } ?? .deviceRemoved(id)
        case .flow:
            guard let revision = try FlowStore(tx).latest(change.id), let text = revision.text else {
                return .flowRemoved(change.id)
            }
            return .flow(FlowEntry(name: change.id, revision: revision.number, text: text))
        }
    }

    /// How many users each application has.
    func userCounts() throws -> [ApplicationID: Int] {
        let counts = try tx.connection.rows("SELECT application, count(*) FROM users GROUP BY application") { row in
            (ApplicationID(row.text(0)), row.int(1))
        }
        return counts.reduce(into: [:]) { if let application = $1.0 { $0[application] = $1.1 } }
    }

    /// The row that ends the first third of the users: what the thread reads that has other things to read, too.
    func lastOfFirstUsers() throws -> Int64 {
        try tx.connection.row("SELECT coalesce((2 * min(seq) + max(seq)) / 3, 0) FROM users") { $0.integer(0) } ?? 0
    }

    /// Hands over the users whose row is greater than `after` and at most `last`, a chunk at a time.
    func users(after: Int64, through last: Int64, chunk: Int = 10_000, _ give: ([UserEntry]) -> Void) throws {
        var gathered: [UserEntry] = []
        gathered.reserveCapacity(chunk)
        try tx.connection.each(
            """
            SELECT id, application, name, display_name FROM users WHERE seq > ? AND seq <= ? ORDER BY seq
            """, .integer(after), .integer(last)
        ) { row in
            guard let id = row.withText(0, { UserID(utf8: $0) }),
                let application = row.withText(1, { UUID128(utf8: $0) }), let name = UserName(row.text(2))
            else { return }
            gathered.append(
                UserEntry(
                    id: id, application: ApplicationID(application), name: name, displayName: row.optionalText(3)))
            if gathered.count == chunk {
                give(gathered)
                gathered.removeAll(keepingCapacity: true)
            }
        }
        give(gathered)
    }

    func applications() throws -> [ApplicationEntry] { try ApplicationStore(tx).all().map { try entry(of: $0) } }

    /// Hands over the numbers and devices, a chunk at a time.
    func numbersAndDevices(chunk: Int = 10_000, _ give: ([DirectoryChange]) -> Void) throws {
        var gathered: [DirectoryChange] = []
        func add(_ change: DirectoryChange) {
            gathered.append(change)
            if gathered.count == chunk {
                give(gathered)
                gathered.removeAll(keepingCapacity: true)
            }
        }
        try tx.connection.each(
            "SELECT digits, country, application, user_id, greeting, linked_at, flow FROM numbers WHERE is_owned = 1"
        ) { row in
            guard let number = E164(row.text(0)) else { return }
            add(
                .number(
                    NumberEntry(
                        number: number, country: row.text(1),
                        application: row.optionalText(2).flatMap { ApplicationID($0) },
                        user: row.optionalText(3).flatMap { UserID($0) }, greeting: row.optionalText(4),
                        flow: row.optionalText(6),
                        linkedAt: row.optionalInteger(5).map(Timestamp.init(milliseconds:)))))
        }
        var device: Device?
        func finishDevice() {
            if let entry = device.flatMap({ entry(of: $0) }) { add(.device(entry)) }
            device = nil
        }
        try tx.connection.each(
            """
            SELECT devices.id, devices.application, devices.user_id, devices.platform, devices.bundle_id, devices.model,
                devices.app_version, devices.created_at, devices.last_seen_at, device_tokens.kind,
                device_tokens.token, device_tokens.is_sandbox, device_tokens.registered_at
            FROM devices JOIN device_tokens ON device_tokens.device = devices.id
            WHERE devices.user_id IS NOT NULL AND device_tokens.disabled_at IS NULL
            ORDER BY devices.seq
            """
        ) { row in
            let next = try DeviceStore<ReadTransaction>.device(row)
            if device?.id != next.id {
                finishDevice()
                device = next
            }
            guard let kind = Device.TokenKind(rawValue: row.text(9)) else { return }
            var token = Device.Token(kind: kind, text: row.text(10), isSandbox: row.bool(11))
            token.registeredAt = Timestamp(milliseconds: row.integer(12))
            device?.tokens.append(token)
        }
        finishDevice()
        give(gathered)
    }

    private func entry(of application: Application) throws -> ApplicationEntry {
        ApplicationEntry(
            id: application.id, name: application.name, publicKeyPEM: application.publicKey,
            apiKey: application.apiKey, signatureSecrets: try signatureSecrets(of: application),
            pushBy: application.pushBy, payloadFamily: application.payloadFamily, flow: application.flow)
    }

    /// The application's own secrets, else those of its account. None when they cannot be read: whoever verifies must
    /// know from the store's key whether that means there are none.
    private func signatureSecrets(of application: Application) throws -> [SignatureSecret] {
        let store = SignatureSecretStore(tx)
        do {
            var secrets = try store.secrets(of: .application(application.id))
            if secrets.isEmpty, let key = application.apiKey { secrets = try store.secrets(of: .apiKey(key)) }
            return secrets.map { SignatureSecret(String(decoding: $0, as: UTF8.self)) }
        } catch StoreError.secretUnavailable {
            return []
        }
    }

    private func entry(of user: User) -> UserEntry {
        UserEntry(id: user.id, application: user.application, name: user.name, displayName: user.displayName)
    }

    private func entry(of number: Number) -> NumberEntry {
        NumberEntry(
            number: number.number, country: number.country, application: number.application, user: number.user,
            greeting: number.greeting, flow: number.flow, linkedAt: number.linkedAt)
    }

    /// Nil for a device that cannot be woken.
    private func entry(of device: Device) -> DeviceEntry? {
        guard let user = device.user, let application = device.application, device.isActive else { return nil }
        let active = device.tokens.filter(\.isActive)
        // The environment is the build's, so all Apple tokens of a device share it; the VoIP token knows best.
        let voip = device.token(.voip)
        let isSandbox = (voip ?? device.token(.alert))?.isSandbox ?? false
        return DeviceEntry(
            id: device.id, user: user, application: application, platform: device.platform,
            voipToken: voip.flatMap { try? DeviceToken($0.text) },
            alertToken: device.token(.alert).flatMap { try? DeviceToken($0.text) },
            fcmToken: device.token(.fcm)?.text, bundleID: device.bundleID, sandbox: isSandbox,
            registeredAt: active.map(\.registeredAt).max() ?? device.createdAt)
    }
}
