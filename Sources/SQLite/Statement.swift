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
    func withBound(_ values: [Value], _ body: () -> CInt) -> CInt {
        values.withUnsafeBufferPointer { bind($0, from: 0, body) }
    }

    private func bind(_ values: UnsafeBufferPointer<Value>, from first: Int, _ body: () -> CInt) -> CInt {
        for index in first..<values.count {
            let place = CInt(index + 1)
            var code = SQLITE_OK
            switch values[index] {
            case .null: break  // What nothing is bound to is NULL.
            case .integer(let number): code = sqlite3_bind_int64(pointer, place, number)
            case .real(let number): code = sqlite3_bind_double(pointer, place, number)
            case .text(var text):
                return text.withUTF8 { bytes in
                    // An address is needed even for no bytes, or SQLite would bind NULL.
                    let start = UnsafeRawPointer(bytes.baseAddress ?? ("" as StaticString).utf8Start)
                    let code = sqlite3_bind_text64(
                        pointer, place, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), nil,
                        UInt8(SQLITE_UTF8))
                    return code == SQLITE_OK ? bind(values, from: index + 1, body) : code
                }
            case .blob(let blob):
                return blob.withUnsafeBytes { bytes in
                    let start = bytes.baseAddress ?? UnsafeRawPointer(("" as StaticString).utf8Start)
                    let code = sqlite3_bind_blob64(pointer, place, start, UInt64(bytes.count), nil)
                    return code == SQLITE_OK ? bind(values, from: index + 1, body) : code
                }
            }
            if code != SQLITE_OK { return code }
        }
        return body()
    }

    /// Makes the statement ready for its next use and lets go of the values.
    func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }
}
