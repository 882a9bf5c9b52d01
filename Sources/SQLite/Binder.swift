import CSQLite

/// Binds the parameters of a statement one by one, where making a `Value` of each would cost more than the statement.
///
/// Places count from 1; what nothing is bound to is NULL. Valid inside the closure that receives it.
package struct Binder: ~Copyable {
    private let statement: OpaquePointer
    private(set) var code = SQLITE_OK

    /// SQLite's word for bytes that it is to copy.
    private static var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    init(statement: OpaquePointer) { self.statement = statement }

    package mutating func integer(_ value: Int64?, at place: Int32) {
        guard let value else { return }
        note(sqlite3_bind_int64(statement, place, value))
    }

    /// Copies the text.
    package mutating func text(_ text: String?, at place: Int32) {
        guard var text else { return }
        let statement = statement
        note(text.withUTF8 { Self.bind($0, at: place, to: statement, Self.transient) })
    }

    /// Bytes that are UTF-8 and stay where they are until the statement has run.
    package mutating func text(lending bytes: UnsafeRawBufferPointer, at place: Int32) {
        note(Self.bind(bytes.bindMemory(to: UInt8.self), at: place, to: statement, nil))
    }

    /// Bytes that stay where they are until the statement has run.
    package mutating func blob(lending bytes: UnsafeRawBufferPointer, at place: Int32) {
        note(sqlite3_bind_blob64(statement, place, Self.address(bytes), UInt64(bytes.count), nil))
    }

    /// Copies the bytes.
    package mutating func blob(_ bytes: UnsafeRawBufferPointer, at place: Int32) {
        note(sqlite3_bind_blob64(statement, place, Self.address(bytes), UInt64(bytes.count), Self.transient))
    }

    private mutating func note(_ code: CInt) {
        if self.code == SQLITE_OK { self.code = code }
    }

    private static func bind(
        _ bytes: UnsafeBufferPointer<UInt8>, at place: Int32, to statement: OpaquePointer,
        _ destructor: sqlite3_destructor_type?
    ) -> CInt {
        let start = address(UnsafeRawBufferPointer(bytes)).assumingMemoryBound(to: CChar.self)
        return sqlite3_bind_text64(statement, place, start, UInt64(bytes.count), destructor, UInt8(SQLITE_UTF8))
    }

    /// An address is needed even for no bytes, or SQLite would bind NULL.
    private static func address(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer {
        bytes.baseAddress ?? UnsafeRawPointer(("" as StaticString).utf8Start)
    }
}

extension Connection {
    /// Runs a statement to its end with what `bind` binds. Returns how many rows an INSERT, UPDATE or DELETE changed.
    @discardableResult
    package func run(_ sql: StaticString, binding bind: (inout Binder) -> Void) throws(SQLiteError) -> Int {
        let statement = try prepared(sql)
        var binder = Binder(statement: statement.pointer)
        bind(&binder)
        var code = binder.code
        if code == SQLITE_OK {
            statement.isRunning = true
            repeat { code = sqlite3_step(statement.pointer) } while code == SQLITE_ROW
            statement.isRunning = false
        }
        defer { statement.reset() }
        guard code == SQLITE_DONE else { throw error(code) }
        return Int(sqlite3_changes(pointer))
    }
}
