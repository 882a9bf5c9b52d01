import EventLoop
import Glibc
import TestSupport

/// The `openssl s_client` program, as a second opinion.
enum OpenSSLClient {
    /// Connects to `port` and gives all that the program prints.
    ///
    /// - Parameters:
    ///   - input: what it is given to send, or commands of its own.
    ///   - staysOpen: keeps its input open until it ends by itself.
    static func run(_ port: UInt16, _ arguments: [String], input: String, staysOpen: Bool = false) throws -> String {
        let (stdin, stdout) = (try pipe(), try pipe())
        let words = ["openssl", "s_client", "-connect", "127.0.0.1:\(port)"] + arguments
        let child: pid_t
        do {
            defer { [stdin.read, stdout.write].forEach(Kernel.close) }
            child = try OtherProgram.start(words, input: stdin.read, output: stdout.write, errors: stdout.write)
        } catch {
            [stdin.write, stdout.read].forEach(Kernel.close)
            throw error
        }
        defer { close(stdout.read) }

        var bytes = Array(input.utf8)
        _ = write(stdin.write, &bytes, bytes.count)
        if !staysOpen { close(stdin.write) }
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(stdout.read, &chunk, chunk.count)
            if count == -1, errno == EINTR { continue }
            guard count > 0 else { break }
            output += chunk[..<count]
        }
        if staysOpen { close(stdin.write) }
        OtherProgram.wait(for: child)
        return String(decoding: output, as: UTF8.self)
    }

    private static func pipe() throws -> (read: CInt, write: CInt) {
        var ends: [CInt] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw SystemError(call: "pipe", code: errno) }
        return (ends[0], ends[1])
    }
}
