import COpenSSL

/// What OpenSSL noted on this thread about its last failure.
enum OpenSSLError {
    /// Forgets earlier failures, so that what is read later belongs to the next call.
    static func clear() { ERR_clear_error() }

    /// The newest failure in OpenSSL's words, such as `wrong version number`, and forgets all.
    static func takeText() -> String {
        defer { ERR_clear_error() }
        return text(of: ERR_peek_last_error())
    }

    /// The failure `code` in words.
    static func text(of code: UInt) -> String {
        guard code != 0 else { return "no reason given" }
        if let reason = ERR_reason_error_string(code) { return String(cString: reason) }
        return "OpenSSL error " + String(code, radix: 16)
    }
}
