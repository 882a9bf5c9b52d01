import CSQLite

/// A prepared statement of one connection.
final class Statement {
    let pointer: OpaquePointer
    /// A statement can run once at a time; a query inside a query with the same text needs a second one.
    var isRunning = false

    init(_ connection: OpaquePointer, _ start: UnsafePointer<CChar>, count: Int, lasting: Bool) throws(SQLiteError) {
        var pointer: OpaquePointer?
        let flags = lasting ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = sqlite3_prepare_v3(connection, start, CInt(count), flags, &pointer, nil)
        guard code == SQLITE_OK, let pointer else {
            throw SQLiteError(code: code, message: String(cString: sqlite3_errmsg(connection)))
        }
        self.pointer = pointer
    }

    deinit { sqlite3_finalize(pointer) }

    /// Runs `body` with the values bound.
    ///
    /// SQLite keeps the addresses of texts and blobs and copies nothing (SQLITE_STATIC), so that `body` must do all
    /// the stepping; the values live as long as the closures around it.
    func withBound(_ values: ArraySlice<Value>, _ body: () -> CInt) -> CInt {
        guard let value = values.first else { return body() }
        let index = CInt(values.startIndex + 1)
        let rest = values.dropFirst()
        switch value {
        case .null:
            let code = sqlite3_bind_null(pointer, index)
            return code == SQLITE_OK ? withBound(rest, body) : code
        case .integer(let number):
            let code = sqlite3_bind_int64(pointer, index, number)
            return code == SQLITE_OK ? withBound(rest, body) : code
        case .real(let number):
            let code = sqlite3_bind_double(pointer, index, number)
            return code == SQLITE_OK ? withBound(rest, body) : code
        case .text(var text):
            return text.withUTF8 { bytes in
                // An address is needed even for no bytes, or SQLite would bind NULL.
                let start = bytes.baseAddress ?? ("" as StaticString).utf8Start
                let code = sqlite3_bind_text64(
                    pointer, index, UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self),
                    UInt64(bytes.count), nil, UInt8(SQLITE_UTF8))
                return code == SQLITE_OK ? withBound(rest, body) : code
            }
        case .blob(let blob):
            return blob.withUnsafeBytes { bytes in
                let start = bytes.baseAddress ?? UnsafeRawPointer(("" as StaticString).utf8Start)
                let code = sqlite3_bind_blob64(pointer, index, start, UInt64(bytes.count), nil)
                return code == SQLITE_OK ? withBound(rest, body) : code
            }
        }
    }

    /// Makes the statement ready for its next use and lets go of the values.
    func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }
}
