import Glibc

/// The `openssl s_client` program, as a second opinion.
///
/// Not through Foundation's `Process`: while it looks for open files, of which these tests have many, it now and then
/// reads beyond a page.
enum OpenSSLClient {
    enum Failure: Error { case spawn(CInt) }

    /// Connects to `port` and gives all that the program prints.
    ///
    /// - Parameters:
    ///   - input: what it is given to send, or commands of its own.
    ///   - staysOpen: keeps its input open until it ends by itself.
    static func run(_ port: UInt16, _ arguments: [String], input: String, staysOpen: Bool = false) throws -> String {
        let (stdin, stdout) = (try pipe(), try pipe())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, stdin.read, 0)
        posix_spawn_file_actions_adddup2(&actions, stdout.write, 1)
        posix_spawn_file_actions_adddup2(&actions, stdout.write, 2)
        // Other tests' sockets are none of its business.
        _ = closeRest?(&actions, 3)
        let line = ["openssl", "s_client", "-connect", "127.0.0.1:\(port)"] + arguments
        var words = line.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let result = posix_spawnp(&child, "openssl", &actions, nil, &words, environ)
        close(stdin.read)
        close(stdout.write)
        defer { close(stdout.read) }
        guard result == 0 else {
            close(stdin.write)
            throw Failure.spawn(result)
        }

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
        while waitpid(child, nil, 0) == -1, errno == EINTR {}
        return String(decoding: output, as: UTF8.self)
    }

    private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, CInt) -> CInt

    /// A GNU function that Swift does not import.
    private static var closeRest: CloseFrom? {
        dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map { unsafeBitCast($0, to: CloseFrom.self) }
    }

    private static func pipe() throws -> (read: CInt, write: CInt) {
        var ends: [CInt] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw Failure.spawn(errno) }
        return (ends[0], ends[1])
    }
}
