import CSQLite

/// What SQLite said when it refused to do something.
///
/// <https://www.sqlite.org/rescode.html>
package struct SQLiteError: Error, Equatable, Sendable {
    /// The few kinds a caller acts upon.
    package enum Kind: Equatable, Sendable {
        /// Another connection holds a lock that is needed; the same may succeed later.
        case busy
        /// No room left on the disk, or the page limit is reached.
        case full
        /// The file, its folder or the connection may not be written.
        case readOnly
        /// The operating system failed to read, write or sync.
        case inputOutput
        /// The file is damaged, or is no database.
        case corrupt
        /// The file cannot be opened.
        case cannotOpen
        /// A value breaks a rule of the schema.
        case constraint(Constraint)
        /// The schema knows no such table or column, or the SQL is wrong: a mistake of ours.
        case sql
        /// Stopped by `interrupt`.
        case interrupted
        /// Anything else: memory, limits, misuse.
        case other
    }

    /// The rule of the schema that a value breaks.
    package enum Constraint: Equatable, Sendable {
        case unique, foreignKey, check, notNull, dataType, other
    }

    package let kind: Kind
    /// The extended result code.
    package let code: Int32
    /// SQLite's own words. They name tables and columns, never values.
    package let message: String

    init(code: Int32, message: String) {
        self.code = code
        self.message = message
        kind =
            switch code & 0xFF {
            case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
            case SQLITE_FULL: .full
            case SQLITE_READONLY, SQLITE_PERM: .readOnly
            case SQLITE_IOERR: .inputOutput
            case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: .corrupt
            case SQLITE_CANTOPEN: .cannotOpen
            case SQLITE_CONSTRAINT: .constraint(Constraint(code: code))
            case SQLITE_ERROR: .sql
            case SQLITE_INTERRUPT: .interrupted
            default: .other
            }
    }
}

extension SQLiteError: CustomStringConvertible {
    package var description: String { "\(message) (SQLite result \(code))" }
}

extension SQLiteError.Constraint {
    /// The extended codes are `SQLITE_CONSTRAINT | (n << 8)`; their macros do not reach Swift.
    fileprivate init(code: Int32) {
        self =
            switch code >> 8 {
            case 6, 8, 10: .unique  // PRIMARYKEY, UNIQUE, ROWID
            case 3: .foreignKey
            case 1: .check
            case 5: .notNull
            case 12: .dataType
            default: .other
            }
    }
}
