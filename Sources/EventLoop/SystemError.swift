import Glibc

/// A system call that failed, and the `errno` it left.
package struct SystemError: Error, Equatable {
    /// The name of the call as its manual page has it, with what it was for if that helps: `bind 127.0.0.1:8080`.
    package let call: String
    package let code: CInt

    package init(call: String, code: CInt) {
        self.call = call
        self.code = code
    }

    /// Whether the process, or the system, has as many files open as it may.
    package var isShortOfFiles: Bool { code == EMFILE || code == ENFILE }
}

extension SystemError: CustomStringConvertible {
    package var description: String {
        // strerror's buffer may be shared between threads; glibc keeps known messages in constants.
        guard let text = strerror(code) else { return "\(call): error \(code)" }
        return "\(call): \(String(cString: text)) (\(code))"
    }
}
