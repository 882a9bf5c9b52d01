import App
import Glibc
import Synchronization
import Telephony
import TestSupport

/// A process for a command to run in: an empty folder, an environment, and streams that are kept.
final class Bench: Sendable {
    let folder: String
    let home: String
    private let written = Mutex((results: "", remarks: ""))
    private let answers = Mutex<[String]>([])
    private let environment: [String: String]
    private let canAsk: Bool
    private let input: [UInt8]
    private let clock: WallClock
    /// A server that lives as long as the bench.
    private let server: StubServer?

    init(
        _ environment: [String: String] = [:], answers: [String] = [], input: String = "", server: StubServer? = nil,
        clock: WallClock = WallClock { Timestamp("2026-03-01T09:00:00Z")! }
    ) {
        var template = Array("/tmp/hookline-test-XXXXXX".utf8CString)
        folder = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
        home = folder + "/home"
        mkdir(home, 0o700)
        self.environment = ["HOME": home].merging(environment) { $1 }
        self.answers.withLock { $0 = answers }
        canAsk = !answers.isEmpty
        self.input = Array(input.utf8)
        self.clock = clock
        self.server = server
    }

    deinit { remove(folder) }

    var results: String { written.withLock(\.results) }
    var remarks: String { written.withLock(\.remarks) }

    var surroundings: Surroundings {
        Surroundings(
            environment: environment, folder: folder,
            terminal: Terminal(
                write: { [self] text, stream in
                    written.withLock { if stream == .results { $0.results += text } else { $0.remarks += text } }
                },
                readLine: { [self] in answers.withLock { $0.isEmpty ? nil : $0.removeFirst() } },
                readAll: { [input] _ in input }, canAsk: canAsk),
            clock: clock)
    }

    /// Runs one command line as the shell would give it.
    @discardableResult
    func run(_ line: String...) -> ExitCode { Program().run(line, in: surroundings) }

    @discardableResult
    func run(_ line: [String]) -> ExitCode { Program().run(line, in: surroundings) }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let path = folder + "/" + name
        try Files.replace(path, with: Array(text.utf8))
        return path
    }

    func read(_ name: String) throws -> String { try Files.readText(folder + "/" + name) }

    private func remove(_ path: String) {
        if let entries = opendir(path) {
            while let entry = readdir(entries) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                guard name != ".", name != ".." else { continue }
                let inner = path + "/" + name
                if entry.pointee.d_type == UInt8(DT_DIR) { remove(inner) } else { unlink(inner) }
            }
            closedir(entries)
        }
        rmdir(path)
    }
}
