import SQLite
import Telephony

/// The numbers in the store.
package struct NumberStore<Access: ReadTransaction> {
    let tx: Access

    package init(_ tx: Access) { self.tx = tx }

    package func find(_ number: E164) throws -> Number? {
        var sql = Self.columns
        sql.append(" WHERE digits = ?")
        return try tx.connection.row(sql, [.text(number.digits)], as: Self.number)
    }

    /// Our own numbers that match, in the order of their digits.
    package func owned(_ query: NumberQuery) throws -> Page<Number> { try list(query, owned: true) }

    /// The numbers for sale that match, in the order of their digits.
    package func forSale(_ query: NumberQuery) throws -> Page<Number> { try list(query, owned: false) }

    private func list(_ query: NumberQuery, owned: Bool) throws -> Page<Number> {
        var condition = SQL(" WHERE is_owned = ?")
        var values: [Value] = [.bool(owned)]
        func also(_ literal: StaticString, _ value: Value) {
            condition.append(literal)
            values.append(value)
        }
        if let country = query.country { also(" AND country = ?", .text(country.uppercased())) }
        if !query.pattern.isEmpty { also(" AND digits LIKE ? ESCAPE '\\'", .text(Self.likePattern(query))) }
        if let kind = query.kind { also(" AND type = ?", .text(kind.rawValue)) }
        if !query.features.isEmpty {
            also(" AND (features & ?) = ?", .integer(query.features.rawValue))
            values.append(.integer(query.features.rawValue))
        }
        if let application = query.application { also(" AND application = ?", .text(application.description)) }
        if let user = query.user { also(" AND user_id = ?", .text(user.description)) }
        switch query.hasApplication {
        case true?: condition.append(" AND application IS NOT NULL")
        case false?: condition.append(" AND application IS NULL")
        case nil: break
        }

        var counting = SQL("SELECT count(*) FROM numbers")
        counting.append(condition)
        let total = try tx.connection.row(counting, values) { $0.int(0) } ?? 0

        var sql = Self.columns
        sql.append(condition)
        sql.append(" ORDER BY digits LIMIT ? OFFSET ?")
        let (offset, overflow) = max(0, query.page - 1).multipliedReportingOverflow(by: query.size)
        guard !overflow, offset < total else { return Page(items: [], total: total) }
        let items = try tx.connection.rows(
            sql, values + [.integer(query.size), .integer(offset)], as: Self.number)
        return Page(items: items, total: total)
    }

    private static func likePattern(_ query: NumberQuery) -> String {
        var escaped = ""
        for character in query.pattern.unicodeScalars {
            if character == "%" || character == "_" || character == "\\" { escaped += "\\" }
            escaped.unicodeScalars.append(character)
        }
        return switch query.place {
        case .start: escaped + "%"
        case .anywhere: "%" + escaped + "%"
        case .end: "%" + escaped
        }
    }

    static var columns: SQL {
        SQL(
            """
            SELECT digits, country, type, features, is_owned, cost, initial_price, application, user_id, greeting,
                linked_at, mo_http_url, mo_smpp_sys_type, voice_callback_type, voice_callback_value,
                voice_status_callback, messages_callback_type, messages_callback_value, created_at, updated_at,
                flow
            FROM numbers
            """)
    }

    static func number(_ row: borrowing Row) throws -> Number {
        guard let digits = E164(row.text(0)), let kind = Number.Kind(rawValue: row.text(2)) else {
            throw StoreError.unreadable(table: "numbers", id: row.text(0))
        }
        var number = Number(
            number: digits, country: row.text(1), kind: kind, features: NumberFeatures(rawValue: row.int(3)),
            isOwned: row.bool(4), cost: row.optionalText(5), initialPrice: row.optionalText(6),
            application: row.optionalText(7).flatMap { ApplicationID($0) },
            user: row.optionalText(8).flatMap { UserID($0) }, greeting: row.optionalText(9))
        number.linkedAt = row.optionalInteger(10).map(Timestamp.init(milliseconds:))
        number.callbacks.moHTTPURL = row.optionalText(11)
        number.callbacks.moSMPPSystemType = row.optionalText(12)
        number.callbacks.voiceType = row.optionalText(13)
        number.callbacks.voiceValue = row.optionalText(14)
        number.callbacks.voiceStatus = row.optionalText(15)
        number.callbacks.messagesType = row.optionalText(16)
        number.callbacks.messagesValue = row.optionalText(17)
        number.createdAt = Timestamp(milliseconds: row.integer(18))
        number.updatedAt = Timestamp(milliseconds: row.integer(19))
        number.flow = row.optionalText(20)
        return number
    }
}

extension NumberStore where Access: Transaction {
    /// Adds a number, ours or for sale. Throws `numberTaken` when it is there; `unknown` for its application or user.
    package func create(_ number: Number) throws {
        guard try find(number.number) == nil else { throw StoreError.numberTaken }
        try checkLinks(of: number)
        try tx.connection.run(
            """
            INSERT INTO numbers (digits, country, type, features, is_owned, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            .text(number.number.digits), .text(number.country.uppercased()), .text(number.kind.rawValue),
            .integer(number.features.rawValue), .bool(number.isOwned), .integer(tx.now.milliseconds),
            .integer(tx.now.milliseconds))
        try update(number)
    }

    /// Writes all of the number. Throws `unknown` for it, its application or its user.
    ///
    /// `linkedAt` is kept while the application stays the same.
    package func update(_ number: Number) throws {
        guard let before = try find(number.number) else {
            throw StoreError.unknown(.number, number.number.digits)
        }
        try checkLinks(of: number)
        let linkedAt =
            number.application == nil ? nil : before.application == number.application ? before.linkedAt : tx.now
        let callbacks = number.callbacks
        try tx.connection.run(
            """
            UPDATE numbers SET country = ?, type = ?, features = ?, is_owned = ?, cost = ?, initial_price = ?,
                application = ?, user_id = ?, greeting = ?, flow = ?, linked_at = ?, mo_http_url = ?, mo_smpp_sys_type = ?,
                voice_callback_type = ?, voice_callback_value = ?, voice_status_callback = ?,
                messages_callback_type = ?, messages_callback_value = ?, updated_at = ?
            WHERE digits = ?
            """,
            .text(number.country.uppercased()), .text(number.kind.rawValue), .integer(number.features.rawValue),
            .bool(number.isOwned), .text(number.cost), .text(number.initialPrice),
            .text(number.application?.description), .text(number.user?.description), .text(number.greeting),
            .text(number.flow), .integer(linkedAt?.milliseconds), .text(callbacks.moHTTPURL),
            .text(callbacks.moSMPPSystemType),
            .text(callbacks.voiceType), .text(callbacks.voiceValue), .text(callbacks.voiceStatus),
            .text(callbacks.messagesType), .text(callbacks.messagesValue), .integer(tx.now.milliseconds),
            .text(number.number.digits))
        try tx.changed(.number, number.number.digits)
    }

    /// Makes a number that is for sale ours. Throws `unknown` when it is not there, `numberTaken` when it is ours already.
    package func buy(_ number: E164) throws {
        guard var found = try find(number) else { throw StoreError.unknown(.number, number.digits) }
        guard !found.isOwned else { throw StoreError.numberTaken }
        found.isOwned = true
        try update(found)
    }

    /// Gives one of our numbers back: it is for sale again and leads nowhere. Throws `unknown` unless it is ours.
    package func cancel(_ number: E164) throws {
        guard var found = try find(number), found.isOwned else {
            throw StoreError.unknown(.number, number.digits)
        }
        found.isOwned = false
        found.application = nil
        found.user = nil
        found.greeting = nil
        found.flow = nil
        found.callbacks = Number.Callbacks()
        try update(found)
    }

    /// Takes the number out of the store, for sale or not. Returns false when it was not there.
    @discardableResult
    package func delete(_ number: E164) throws -> Bool {
        let removed = try tx.connection.run("DELETE FROM numbers WHERE digits = ?", .text(number.digits))
        if removed > 0 { try tx.changed(.number, number.digits) }
        return removed > 0
    }

    func unlinkAll(from user: UserID) throws {
        let digits = try tx.connection.rows(
            "UPDATE numbers SET user_id = NULL, updated_at = ? WHERE user_id = ? RETURNING digits",
            .integer(tx.now.milliseconds), .text(user.description)
        ) { $0.text(0) }
        for digits in digits { try tx.changed(.number, digits) }
    }

    func unlinkAll(ofApplication application: ApplicationID) throws {
        let digits = try tx.connection.rows(
            """
            UPDATE numbers SET application = NULL, user_id = NULL, flow = NULL, linked_at = NULL, updated_at = ?
            WHERE application = ? RETURNING digits
            """,
            .integer(tx.now.milliseconds), .text(application.description)
        ) { $0.text(0) }
        for digits in digits { try tx.changed(.number, digits) }
    }

    private func checkLinks(of number: Number) throws {
        if let id = number.application, try ApplicationStore(tx).find(id) == nil {
            throw StoreError.unknown(.application, id.description)
        }
        if let id = number.user, try UserStore(tx).find(id) == nil {
            throw StoreError.unknown(.user, id.description)
        }
    }
}
