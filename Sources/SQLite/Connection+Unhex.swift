import CSQLite

extension Connection {
    /// Gives SQL the function `unhex`, which SQLite itself has from 3.41 on: the bytes that hex digits stand for, or NULL
    /// when the text is none.
    ///
    /// <https://www.sqlite.org/lang_corefunc.html#unhex>
    package func defineUnhex() throws(SQLiteError) {
        let code = sqlite3_create_function_v2(
            pointer, "unhex", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, _, arguments in
                guard let argument = arguments?[0], let start = sqlite3_value_text(argument) else { return }
                let digits = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(argument)))
                guard let bytes = Connection.bytes(ofHex: digits) else { return }
                // SQLite copies them.
                let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
                bytes.withUnsafeBytes { bytes in
                    // An address is needed even for no bytes, or the result would be NULL.
                    let start = bytes.baseAddress ?? UnsafeRawPointer(("" as StaticString).utf8Start)
                    sqlite3_result_blob(context, start, CInt(bytes.count), transient)
                }
            }, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    private static func bytes(ofHex digits: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(ofHex: digits[index]), let low = value(ofHex: digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(ofHex digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
