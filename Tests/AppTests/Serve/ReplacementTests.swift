import Glibc
import Logging
import Synchronization
import TestSupport
import Testing

@testable import App

/// A server that is to be replaced by something that does not take its place. The programs are lines for the shell,
/// which speak as a successor does: a letter to descriptor 3.
@Suite(.ownThread, .bounded) struct ReplacementTests {
    /// A server with a data folder, and what it logs.
    private final class Stage: Sendable {
        let bench = Bench(["HOOKLINE_API_KEY": "a1b2c3d4", "HOOKLINE_API_SECRET": "a-secret-for-tests"])
        let settings: ServeSettings
        let server: RunningServer
        private let lines: Lines

        private final class Lines: Sendable {
            let kept = Mutex<[String]>([])
            var sink: LogSink {
                LogSink { line in self.kept.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
            }
        }

        init(data: String = "data") async throws {
            let options = ["data": [data], "listen": ["127.0.0.1:0"], "loops": ["1"]]
            let settings = try ServeSettings(
                arguments: Arguments(options: options), surroundings: bench.surroundings)
            let lines = Lines()
            self.settings = settings
            self.lines = lines
            server = try await RunningServer.start(settings, sink: lines.sink)
        }

        func replace(byShell line: String, _ limits: Replacement.Limits = .init()) -> Replacement.Outcome {
            Replacement(of: server, by: "/bin/sh", [:], arguments: ["hookline", "-c", line], limits: limits).run()
        }

        func replace(by program: String?) -> Replacement.Outcome {
            Replacement(of: server, by: program, [:]).run()
        }

        /// As `hookline serve` goes on.
        func resume(_ inheritance: Inheritance) async throws -> RunningServer {
            try await RunningServer.start(settings, sink: lines.sink, inheritance: inheritance)
        }

        /// Whether a command is answered where the server was first.
        func isServed() throws -> Bool {
            bench.run("apps", "list", "--url", try #require(server.urls.first)) == .success
        }

        func logged(_ event: String) -> [String] { lines.kept.withLock { $0.filter { $0.contains(event) } } }

        /// Whether no child of the hand-over is left, not even one to be waited for.
        func childIsGone() throws -> Bool {
            let line = try #require(logged("handover.started").first)
            let digits = try #require(line.firstRange(of: "pid=")).upperBound
            let pid = try #require(pid_t(line[digits...].prefix { $0.isNumber }))
            return kill(pid, 0) == -1 && errno == ESRCH
        }
    }

    @Test func aProgramThatIsMissingChangesNothing() async throws {
        let stage = try await Stage()

        let outcome = stage.replace(by: stage.bench.folder + "/none")

        #expect(outcome.isKept)
        #expect(stage.logged("handover.failed").count == 1)
        #expect(stage.logged("the new server cannot be started").count == 1)
        #expect(try stage.isServed())
        await stage.server.stop()
    }

    @Test func aProgramWhoseFileIsNotKnownIsNotStarted() async throws {
        let stage = try await Stage()

        #expect(stage.replace(by: nil).isKept)

        #expect(stage.logged("handover.refused").count == 1)
        #expect(try stage.isServed())
        await stage.server.stop()
    }

    @Test func whatIsKeptInMemoryIsNotHandedOver() async throws {
        let stage = try await Stage(data: ":memory:")

        #expect(stage.replace(byShell: "exit 0").isKept)

        #expect(stage.logged("handover.refused").count == 1)
        #expect(stage.logged("handover.started").isEmpty)
        #expect(try stage.isServed())
        await stage.server.stop()
    }

    @Test(arguments: [
        ("exit 3", "it ended with status 3"),
        ("kill -9 $$", "signal 9 ended it"),
        ("printf 'Xthe port is taken' >&3; exit 1", "the port is taken"),
    ])
    func aProgramThatDiesAtItsStartChangesNothing(line: String, says: String) async throws {
        let stage = try await Stage()

        let outcome = stage.replace(byShell: line)

        #expect(outcome.isKept)
        #expect(stage.logged("handover.failed").map { $0.contains(says) } == [true])
        #expect(try stage.childIsGone())
        #expect(try stage.isServed())
        await stage.server.stop()
    }

    @Test func aProgramThatIsNeverReadyIsEnded() async throws {
        let stage = try await Stage()

        let outcome = stage.replace(byShell: "exec sleep 600", .init(starting: .zero))

        #expect(outcome.isKept)
        #expect(stage.logged("the new process was not ready in time").count == 1)
        #expect(try stage.childIsGone())
        #expect(try stage.isServed())
        await stage.server.stop()
    }

    @Test func aServerThatIsToldToStopMeanwhileStops() async throws {
        let stage = try await Stage()
        StopSignal.block(replacing: true)
        // For this thread alone, where it waits to be taken.
        pthread_kill(pthread_self(), SIGTERM)

        let outcome = stage.replace(byShell: "exec sleep 600")

        if case .mustStop = outcome {} else { Issue.record("\(outcome)") }
        #expect(!StopSignal.isPending)
        #expect(try stage.childIsGone())
        await stage.server.stop()
    }

    @Test(arguments: [
        ("printf R >&3; exit 1", "it ended with status 1"),
        ("printf R >&3; printf 'Xthe store is broken' >&3; exit 1", "the store is broken"),
    ])
    func aProgramThatDiesWithTheStoreIsResumedFrom(line: String, says: String) async throws {
        let stage = try await Stage()

        guard case .mustResume(let inheritance) = stage.replace(byShell: line) else {
            Issue.record("it was not ready")
            return
        }
        let resumed = try await stage.resume(inheritance)

        #expect(stage.logged("handover.failed").map { $0.contains(says) } == [true])
        #expect(try stage.childIsGone())
        #expect(resumed.urls == stage.server.urls)
        #expect(try stage.isServed())
        await resumed.stop()
    }

    @Test func aProgramThatTakesTheStoreAndNeverServesIsResumedFrom() async throws {
        let stage = try await Stage()

        let outcome = stage.replace(byShell: "printf R >&3; exec sleep 600", .init(taking: .zero))
        guard case .mustResume(let inheritance) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let resumed = try await stage.resume(inheritance)

        #expect(stage.logged("the new process did not serve in time").count == 1)
        #expect(try stage.childIsGone())
        #expect(try stage.isServed())
        await resumed.stop()
    }

    @Test func aProgramThatServesHasReplacedIt() async throws {
        let stage = try await Stage()

        let outcome = stage.replace(byShell: "printf R >&3; printf S >&3; exec sleep 600")

        if case .replaced = outcome {} else { Issue.record("\(outcome)") }
        #expect(stage.logged("handover.done").count == 1)
        #expect(stage.logged("handover.failed").isEmpty)
        let line = try #require(stage.logged("handover.started").first)
        let digits = try #require(line.firstRange(of: "pid=")).upperBound
        let pid = try #require(pid_t(line[digits...].prefix { $0.isNumber }))
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
    }
}

extension Replacement.Outcome {
    fileprivate var isKept: Bool { if case .kept = self { true } else { false } }
}
