import Glibc
import Synchronization

/// Where finished lines go.
package struct LogSink: Sendable {
    /// Takes one whole line with its line end. May be called on any thread and must not block for long.
    package let write: @Sendable (_ line: [UInt8]) -> Void

    package init(write: @escaping @Sendable (_ line: [UInt8]) -> Void) { self.write = write }

    /// Keeps nothing.
    package static let discard = LogSink { _ in }

    /// The process's standard error.
    package static let standardError = LogSink.descriptor(STDERR_FILENO)

    /// Writes each line to an open file descriptor with one `write`, so that lines of several threads do not mix.
    ///
    /// A live call never waits for whoever reads the log: while a pipe is full, lines are dropped and counted, and the
    /// count is the next line that fits.
    package static func descriptor(_ fd: CInt) -> LogSink {
        let lost = LostLines()
        return LogSink { line in
            guard isWritable(fd) else {
                lost.count.wrappingAdd(1, ordering: .relaxed)
                return
            }
            let missed = lost.count.exchange(0, ordering: .relaxed)
            if missed > 0 { put(Array("log.lost lines=\(missed)\n".utf8), fd) }
            put(line, fd)
        }
    }

    /// A place for the count that closures can share.
    private final class LostLines: Sendable {
        let count = Atomic(0)
    }

    /// A pipe that is told to be writable takes at least PIPE_BUF bytes at once; files and terminals always are.
    private static func isWritable(_ fd: CInt) -> Bool {
        var entry = pollfd(fd: fd, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLOUT) != 0
    }

    private static func put(_ bytes: [UInt8], _ fd: CInt) {
        bytes.withUnsafeBytes { bytes in
            while Glibc.write(fd, bytes.baseAddress, bytes.count) == -1, errno == EINTR {}
        }
    }
}
