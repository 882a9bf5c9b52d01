import SQLite

/// Named texts that the server keeps for itself between runs.
package struct SettingStore<Access: ReadTransaction> {
    let tx: Access

    package init(_ tx: Access) { self.tx = tx }

    package func value(_ name: StaticString) throws -> String? {
        try tx.connection.row("SELECT value FROM settings WHERE name = ?", .text(name.description)) { $0.text(0) }
    }
}

extension SettingStore where Access: Transaction {
    package func set(_ name: StaticString, to value: String?) throws {
        guard let value else {
            try tx.connection.run("DELETE FROM settings WHERE name = ?", .text(name.description))
            return
        }
        try tx.connection.run(
            """
            INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, .text(name.description), .text(value))
    }
}
