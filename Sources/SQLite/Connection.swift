import CSQLite

/// A connection to a database file, with its prepared statements.
///
/// It belongs to one thread at a time: SQLite's own locks are off (`SQLITE_OPEN_NOMUTEX`). It may be handed to
/// another thread as long as only one uses it.
///
/// <https://www.sqlite.org/threadsafe.html>
package final class Connection {
    package enum Access: Sendable {
        /// Reads and writes; makes the file when there is none.
        case readWrite
        case readOnly
    }

    package let path: String
    let pointer: OpaquePointer
    /// The pages of the write-ahead log after the last commit, see `followLog`.
    package internal(set) var loggedPages = 0
    /// Keyed by the address of the literal: looking one up costs no more than a hash of a word.
    private var statements: [UnsafePointer<UInt8>: Statement] = [:]
    private var composedStatements: [String: Statement] = [:]
    private static let composedLimit = 256
    /// Done once, before the first connection is opened.
    private static let isConfigured = csqlite_without_memory_statistics() == SQLITE_OK

    /// Opens the file at `path`, or a private database in memory for `:memory:`.
    package init(path: String, access: Access = .readWrite) throws(SQLiteError) {
        let flags =
            switch access {
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readOnly: SQLITE_OPEN_READONLY
            }
        _ = Self.isConfigured
        var pointer: OpaquePointer?
        let code = sqlite3_open_v2(path, &pointer, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let pointer else { throw SQLiteError(code: code, message: "out of memory") }
        guard code == SQLITE_OK else {
            let message = String(cString: sqlite3_errmsg(pointer))
            sqlite3_close_v2(pointer)
            throw SQLiteError(code: code, message: message)
        }
        self.path = path
        self.pointer = pointer
    }

    deinit {
        statements.removeAll()
        composedStatements.removeAll()
        sqlite3_close_v2(pointer)
    }

    /// Runs a statement to its end. Returns how many rows an INSERT, UPDATE or DELETE changed.
    @discardableResult
    package func run(_ sql: StaticString, _ values: Value...) throws(SQLiteError) -> Int {
        try run(sql, values)
    }

    @discardableResult
    package func run(_ sql: StaticString, _ values: [Value]) throws(SQLiteError) -> Int {
        try run(prepared(sql), values)
    }

    @discardableResult
    package func run(_ sql: SQL, _ values: [Value]) throws(SQLiteError) -> Int {
        try run(prepared(sql), values)
    }

    /// What `body` makes of each row, in order.
    package func rows<T>(_ sql: StaticString, _ values: Value..., as body: (borrowing Row) throws -> T) throws -> [T] {
        try rows(prepared(sql), values, as: body)
    }

    package func rows<T>(
        _ sql: StaticString, _ values: [Value], as body: (borrowing Row) throws -> T
    ) throws -> [T] {
        try rows(prepared(sql), values, as: body)
    }

    package func rows<T>(_ sql: SQL, _ values: [Value], as body: (borrowing Row) throws -> T) throws -> [T] {
        try rows(prepared(sql), values, as: body)
    }

    /// What `body` makes of the first row; nil when there is none. The statement is run to its end.
    package func row<T>(_ sql: StaticString, _ values: Value..., as body: (borrowing Row) throws -> T) throws -> T? {
        try rows(prepared(sql), values, as: body).first
    }

    package func row<T>(
        _ sql: StaticString, _ values: [Value], as body: (borrowing Row) throws -> T
    ) throws -> T? {
        try rows(prepared(sql), values, as: body).first
    }

    package func row<T>(_ sql: SQL, _ values: [Value], as body: (borrowing Row) throws -> T) throws -> T? {
        try rows(prepared(sql), values, as: body).first
    }

    /// Hands every row to `body`, for results too large to be gathered.
    package func each(_ sql: StaticString, _ values: Value..., do body: (borrowing Row) throws -> Void) throws {
        try each(prepared(sql), values, do: body)
    }

    /// Runs several statements without parameters, as a migration has them.
    package func script(_ sql: StaticString) throws(SQLiteError) {
        let text = UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
        let code = sqlite3_exec(pointer, text, nil, nil, nil)
        if code != SQLITE_OK { throw error(code) }
    }

    /// How long a statement waits for another connection's lock before it fails as busy. 0: not at all.
    package func setBusyTimeout(_ timeout: Duration) {
        let (seconds, attoseconds) = timeout.components
        sqlite3_busy_timeout(pointer, CInt(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    }

    /// Whether a commit waits until it is on the disk (`synchronous=FULL`). If not, it is there with the next one that
    /// does: the order of commits is kept, and a power failure takes the last ones only. Not inside a transaction.
    ///
    /// <https://www.sqlite.org/pragma.html#pragma_synchronous>
    package func setCommitsWait(_ wait: Bool) throws(SQLiteError) {
        // Does its work when it is prepared, so a kept statement would do nothing.
        try script(wait ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
    }

    /// Whether a transaction is open. After some errors (full disk, failed write) SQLite has ended it by itself.
    package var isInTransaction: Bool { sqlite3_get_autocommit(pointer) == 0 }

    func error(_ code: CInt) -> SQLiteError {
        SQLiteError(code: code, message: String(cString: sqlite3_errmsg(pointer)))
    }

    private func run(_ statement: Statement, _ values: [Value]) throws(SQLiteError) -> Int {
        statement.isRunning = true
        defer { statement.isRunning = false }
        let code = statement.withBound(values) {
            var code: CInt
            repeat { code = sqlite3_step(statement.pointer) } while code == SQLITE_ROW
            return code
        }
        guard code == SQLITE_DONE else {
            let error = error(code)
            statement.reset()
            throw error
        }
        statement.reset()
        return Int(sqlite3_changes(pointer))
    }

    private func rows<T>(
        _ statement: Statement, _ values: [Value], as body: (borrowing Row) throws -> T
    ) throws -> [T] {
        var found: [T] = []
        try each(statement, values) { found.append(try body($0)) }
        return found
    }

    private func each(_ statement: Statement, _ values: [Value], do body: (borrowing Row) throws -> Void) throws {
        statement.isRunning = true
        defer { statement.isRunning = false }
        var failure: (any Error)?
        let code = statement.withBound(values) {
            while true {
                let code = sqlite3_step(statement.pointer)
                guard code == SQLITE_ROW else { return code }
                do {
                    try body(Row(statement: statement.pointer))
                } catch {
                    failure = error
                    return SQLITE_DONE
                }
            }
        }
        if failure == nil, code != SQLITE_DONE { failure = error(code) }
        statement.reset()
        if let failure { throw failure }
    }

    func prepared(_ sql: StaticString) throws(SQLiteError) -> Statement {
        if let statement = statements[sql.utf8Start], !statement.isRunning { return statement }
        let isRunning = statements[sql.utf8Start] != nil
        let statement = try Statement(
            pointer, UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self),
            count: sql.utf8CodeUnitCount, lasting: !isRunning)
        if !isRunning { statements[sql.utf8Start] = statement }
        return statement
    }

    private func prepared(_ sql: SQL) throws(SQLiteError) -> Statement {
        if let statement = composedStatements[sql.text], !statement.isRunning { return statement }
        var text = sql.text
        let bytes = text.utf8.count
        let made = text.withUTF8 { utf8 -> Result<Statement, SQLiteError> in
            let start = UnsafeRawPointer(utf8.baseAddress!).assumingMemoryBound(to: CChar.self)
            do throws(SQLiteError) {
                return .success(try Statement(pointer, start, count: bytes, lasting: true))
            } catch {
                return .failure(error)
            }
        }
        let statement = try made.get()
        if composedStatements.count >= Self.composedLimit { composedStatements.removeAll() }
        if composedStatements[sql.text] == nil { composedStatements[sql.text] = statement }
        return statement
    }
}
