import EventLoop
import Glibc

/// Runs a program of the system, as a second opinion.
///
/// Not through Foundation's `Process`: while it looks for open files, of which the tests have many, it now and then
/// reads beyond a page.
package enum OtherProgram {
    package struct Result: Sendable {
        /// As `exit` had it; 128 and the signal's number when one has ended it.
        package var status: CInt
        package var output: [UInt8]
        package var errors: [UInt8]
    }

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - words: the program, looked for in `PATH`, and its arguments.
    ///   - folder: where it runs; without one, where the tests do.
    package static func run(
        _ words: [String], in folder: String? = nil, input: [UInt8] = []
    ) throws(SystemError) -> Result {
        // Files and not pipes: nobody has to read while the program writes.
        let files = [try namelessFile(), try namelessFile(), try namelessFile()]
        defer { files.forEach(Kernel.close) }
        try fill(files[0], with: input)
        let place = folder.map { ["env", "--chdir=" + $0] } ?? []
        let child = try start(place + words, input: files[0], output: files[1], errors: files[2])
        let status = wait(for: child)
        return Result(status: status, output: content(of: files[1]), errors: content(of: files[2]))
    }

    /// Starts it with these three descriptors and no other: the sockets of other tests are none of its business, and
    /// as long as it had one, its peer would not see that it was closed.
    package static func start(_ words: [String], input: CInt, output: CInt, errors: CInt) throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (place, descriptor) in [input, output, errors].enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(place))
        }
        _ = closeRest?(&actions, 3)
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, words.first ?? "", &actions, nil, &arguments, environ)
        guard code == 0 else { throw SystemError(call: "posix_spawn \(words.first ?? "")", code: code) }
        return child
    }

    /// Waits for its end, and gives its status as `run` does.
    @discardableResult
    package static func wait(for child: pid_t) -> CInt {
        var status: CInt = 0
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, CInt) -> CInt

    /// A GNU function that Swift does not import.
    private static var closeRest: CloseFrom? {
        dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map { unsafeBitCast($0, to: CloseFrom.self) }
    }

    /// Gone when it is closed.
    private static func namelessFile() throws(SystemError) -> CInt {
        var name = Array("/tmp/hookline-program-XXXXXX".utf8CString)
        let fd = mkstemp(&name)
        guard fd != -1 else { throw SystemError(call: "mkstemp", code: errno) }
        unlink(name)
        return fd
    }

    private static func fill(_ file: CInt, with bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { throw SystemError(call: "write", code: errno) }
            rest = rest.dropFirst(count)
        }
        lseek(file, 0, SEEK_SET)
    }

    private static func content(of file: CInt) -> [UInt8] {
        lseek(file, 0, SEEK_SET)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(file, &chunk, chunk.count)
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }
}
