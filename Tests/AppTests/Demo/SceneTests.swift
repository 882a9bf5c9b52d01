import EventLoop
import HTTPServer
import TestSupport
import Testing

@testable import App
@testable import Simulator

/// The demo itself: real sockets, a real store, a real call.
@Suite(.serialized, .bounded) struct SceneTests {
    private struct Seen: Sendable {
        var report: DemoReport
        var failure: Failure?
        var url: String?
        var isFolderGone: Bool
        var log: [String]
    }

    /// Plays on a thread of its own, because the scene blocks it.
    private func play(_ setup: Scene.Setup = Scene.Setup(), before: @escaping @Sendable (Recorder) -> Void = { _ in })
        async throws -> Seen
    {
        let bench = Bench()
        let start = ContinuousClock.now
        return await withCheckedContinuation { continuation in
            do {
                _ = try Thread(name: "scene") {
                    let surroundings = Surroundings(
                        environment: ["TMPDIR": bench.folder], folder: bench.folder,
                        terminal: bench.surroundings.terminal)
                    let recorder = Recorder()
                    let log = LogBuffer(before: .discard)
                    before(recorder)
                    let scene = Scene(setup, in: surroundings, recorder: recorder, log: log)
                    var failure: Failure?
                    do throws(Failure) { try scene.play() } catch { failure = error }
                    let url = scene.url
                    scene.strike()
                    let report = DemoReport(recorder.moments, start: start, call: scene.call?.uuid, user: "Alice")
                    let left = (try? Files.names(in: bench.folder)) ?? []
                    continuation.resume(
                        returning: Seen(
                            report: report, failure: failure, url: url,
                            isFolderGone: !left.contains { $0.hasPrefix("hookline-demo") }, log: log.lines))
                }
            } catch {
                preconditionFailure("no thread: \(error)")
            }
        }
    }

    @Test func everyStepIsSeenAndNothingIsLeft() async throws {
        let port = try LastingPort.choose()
        var setup = Scene.Setup()
        setup.addresses = ["127.0.0.1:\(port)"]

        let seen = try await play(setup)

        #expect(seen.failure == nil)
        #expect(seen.report.checklist.missing == nil)
        #expect(seen.report.timeline.lines.count == 15)
        #expect(seen.report.answeredAfter != nil)
        #expect(seen.log.isEmpty)
        #expect(seen.isFolderGone)
        #expect(seen.url == "http://127.0.0.1:\(port)")
        // Whoever binds it finds it free.
        let server = try Server.start(
            ServerConfiguration(addresses: [HTTPServer.ListenAddress(host: "127.0.0.1", port: port)], router: Router()))
        await server.drain(within: .seconds(1))
    }

    @Test func takesTheNextAddressWhenTheFirstIsInUse() async throws {
        let server = try Server.start(
            ServerConfiguration(addresses: [HTTPServer.ListenAddress(host: "127.0.0.1", port: 0)], router: Router()))
        var setup = Scene.Setup()
        setup.addresses = ["127.0.0.1:\(server.port)", "127.0.0.1:0"]

        let seen = try await play(setup)

        #expect(seen.report.checklist.missing == nil)
        #expect(seen.url != "http://127.0.0.1:\(server.port)")
        await server.drain(within: .seconds(1))
    }

    @Test func anAddressInUseIsSaidAndNothingIsLeft() async throws {
        let server = try Server.start(
            ServerConfiguration(addresses: [HTTPServer.ListenAddress(host: "127.0.0.1", port: 0)], router: Router()))
        var setup = Scene.Setup()
        setup.addresses = ["127.0.0.1:\(server.port)"]

        let seen = try await play(setup)

        #expect(seen.failure?.code == .usage)
        #expect(seen.failure?.message.contains("in use") == true)
        #expect(seen.isFolderGone)
        await server.drain(within: .seconds(1))
    }

    @Test func aStoppedSceneEndsEarlyAndLeavesNothing() async throws {
        let seen = try await play { $0.stop() }

        #expect(seen.report.checklist.missing != nil)
        #expect(seen.isFolderGone)
    }
}
