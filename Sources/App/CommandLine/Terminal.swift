import Glibc

/// The three standard streams of a process.
package struct Terminal: Sendable {
    package enum Stream: Sendable {
        case results
        case remarks
    }

    package let write: @Sendable (String, Stream) -> Void
    /// One line from standard input without its line end; nil at its end.
    package let readLine: @Sendable () -> String?
    /// All of standard input, up to `limit` bytes; nil when there is more.
    package let readAll: @Sendable (_ limit: Int) -> [UInt8]?
    package let canAsk: Bool
    package let showsColours: Bool
    /// Columns, when results go to a screen.
    package let width: Int?

    package init(
        write: @escaping @Sendable (String, Stream) -> Void, readLine: @escaping @Sendable () -> String? = { nil },
        readAll: @escaping @Sendable (Int) -> [UInt8]? = { _ in [] }, canAsk: Bool = false, showsColours: Bool = false,
        width: Int? = nil
    ) {
        self.write = write
        self.readLine = readLine
        self.readAll = readAll
        self.canAsk = canAsk
        self.showsColours = showsColours
        self.width = width
    }

    /// The streams of this process.
    package static func standard(environment: [String: String]) -> Terminal {
        let isScreen = isatty(STDOUT_FILENO) == 1
        let wantsColours = isScreen && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        return Terminal(
            write: { text, stream in
                Terminal.write(text, to: stream == .results ? STDOUT_FILENO : STDERR_FILENO)
            },
            readLine: { Swift.readLine(strippingNewline: true) },
            readAll: { limit in try? Files.readAll(STDIN_FILENO, name: "standard input", limit: limit) },
            canAsk: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1,
            showsColours: wantsColours, width: isScreen ? columns(environment) : nil)
    }

    private static func columns(_ environment: [String: String]) -> Int {
        var size = winsize()
        if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return environment["COLUMNS"].flatMap { Int($0) } ?? 80
    }

    /// Writes all of `text`, whatever the stream takes at once. A reader that has gone away ends the process
    /// as `SIGPIPE` does; other faults have nowhere to be told.
    private static func write(_ text: String, to descriptor: CInt) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
