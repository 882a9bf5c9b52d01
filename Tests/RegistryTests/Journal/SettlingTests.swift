import Directory
import Telephony
import Testing

@testable import Registry

/// What the journal holds is as good as what stands in the tables.
@Suite struct SettlingTests {
    /// Never settles unless somebody asks for it.
    private static var lazy: StoreLimits {
        var limits = StoreLimits.standard
        limits.settleDelay = .seconds(3600)
        limits.closing = .zero
        return limits
    }

    private func journalled(_ registry: Registry) async -> Int? {
        await withCheckedContinuation { continuation in
            registry.visit { connection in
                continuation.resume(returning: try? connection.row("SELECT count(*) FROM journal") { $0.int(0) })
            }
        }
    }

    @Test func whoLooksSeesWhatWasRecorded() async throws {
        let folder = try TemporaryFolder()
        let store = try await TestStore(.folder(folder.path), limits: Self.lazy)
        _ = await store.record(store.event(uuid(1), status: "answered"))
        #expect(await journalled(store.registry) == 1)

        let call = try await store.call(uuid(1))

        #expect(call?.record.status == .answered)
        #expect(await journalled(store.registry) == 0)
    }

    @Test func whatACrashLeavesIsThereAfterwards() async throws {
        let folder = try TemporaryFolder()
        let device = DeviceID.random()
        let store = try await TestStore(.folder(folder.path), limits: Self.lazy)
        _ = await store.record(store.event(uuid(1), status: "answered"))
        let answer = store.answer(uuid(2), reply: "[1]", devices: [device])
        _ = await store.record(answer)
        store.registry.close()

        let registry = try Registry.open(
            .folder(folder.path), clock: store.clock.wall, box: nil, log: .silent, limits: Self.lazy)

        #expect(registry.storedAnswer(call: answer.call, kind: .answer, now: store.clock.now) == answer.reply)
        #expect(await journalled(registry) == 2)
        let calls = try await registry.read { try CallStore($0).list(CallQuery()) }
        #expect(calls.items.map(\.uuid.text) == [uuid(1), uuid(2)].map { $0.filter { $0 != "-" } })
        let waiting = try await registry.write { try PushStore($0).claim(owner: "me", until: store.clock.now) }
        #expect(waiting.map(\.device) == [device])
    }

    @Test func aRepeatIsKnownBeforeItIsSettled() async throws {
        let store = try await TestStore(limits: Self.lazy)
        let event = store.event(uuid(1), status: "completed")

        let outcomes = [await store.record(event), await store.record(event)]

        #expect(outcomes == [.success(.recorded), .success(.repeated)])
        #expect(try await store.events(of: uuid(1)).count == 1)
    }

    @Test func aCallThatIsOverInTheJournalRingsNowhere() async throws {
        let store = try await TestStore(limits: Self.lazy)
        _ = await store.record(store.event(uuid(1), status: "completed"))

        let outcome = await store.record(store.answer(uuid(1), devices: [.random()]))

        #expect(outcome == .success(.recorded(invites: [])))
    }

    @Test func whatIsNotOfCallsDoesNotWait() async throws {
        let store = try await TestStore(limits: Self.lazy)
        _ = await store.record(store.event(uuid(1), status: "ringing"))

        try await store.registry.write(ofCalls: false) { tx in
            try ProblemStore(tx).note(StoredProblem(code: "a", subject: "b", detail: "c"))
        }

        #expect(await journalled(store.registry) == 1)
        #expect(try await store.registry.read { try ProblemStore($0).list().map(\.code) } == ["a"])
    }

    @Test func commitsWaitForTheDiskAgainAfterSettling() async throws {
        let store = try await TestStore(limits: Self.lazy)
        _ = await store.record(store.event(uuid(1), status: "ringing"))

        let synchronous = try await store.registry.write { tx in
            try tx.connection.row("PRAGMA synchronous") { $0.int(0) }
        }

        #expect(await journalled(store.registry) == 0)
        #expect(synchronous == 2)
    }

    @Test func theJournalDoesNotGrowWithoutEnd() async throws {
        var limits = Self.lazy
        limits.unsettled = 20
        limits.settledAtOnce = 4
        let store = try await TestStore(limits: limits)

        for index in 0..<100 { _ = await store.record(store.event(uuid(index), status: "ringing")) }

        let rows = try #require(await journalled(store.registry))
        #expect(rows <= 20 + limits.settledAtOnce + 1)
        #expect(try await store.registry.read { try CallStore($0).list(CallQuery()).total } == 100)
    }

    @Test func whatCannotBeReadIsKeptAside() async throws {
        let store = try await TestStore(limits: Self.lazy)
        _ = await store.record(store.event(uuid(1), status: "ringing"))
        store.registry.visit { _ = try? $0.run("UPDATE journal SET records = x'0107'") }

        _ = try await store.registry.read { try CallStore($0).list(CallQuery()).total }

        let rejects = try await store.registry.read { tx in
            try tx.connection.rows("SELECT record FROM journal_rejects") { $0.blob(0) }
        }
        #expect(rejects == [[1, 7]])
    }

    @Test func twoThreadsLoadTheSameDirectory() async throws {
        let folder = try TemporaryFolder()
        let store = try await TestStore(.folder(folder.path))
        let application = store.application.id
        try await store.registry.write { tx in
            for index in 0..<50 { try UserStore(tx).create(User(application: application, name: name("u\(index)"))) }
        }
        let database = Database(path: folder.path + "/hookline.db")
        let view = ReadTransaction(connection: try #require(try database.reader()), now: store.clock.now, box: nil)
        let loader = DirectoryLoader(
            directory: .init(), reader: DirectoryReader(tx: view), database: database, manyUsers: 2)

        try loader.load()

        #expect(loader.directory.counts == store.registry.directory.counts)
        for index in 0..<50 {
            let found = try loader.directory.user(named: name("u\(index)"), in: application)
            #expect(try found == store.registry.directory.user(named: name("u\(index)"), in: application))
            #expect(found != nil)
        }
    }
}
