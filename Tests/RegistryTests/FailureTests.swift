import SQLite
import Synchronization
import Telephony
import TestSupport
import Testing

@testable import Registry

/// What happens while the disk does not take what it is given.
@Suite(.bounded) struct FailureTests {
    /// Tries again soon. How long a job may wait is set by those tests that are about that: on a busy machine a commit
    /// takes its time.
    static let limits: StoreLimits = {
        var limits = StoreLimits()
        limits.lockWait = .milliseconds(20)
        limits.probeInterval = .milliseconds(20)
        limits.commitTimeout = .seconds(60)
        limits.closing = .seconds(60)
        return limits
    }()

    let folder: TemporaryFolder
    let store: TestStore

    init() async throws {
        folder = try TemporaryFolder()
        store = try await TestStore(.folder(folder.path), limits: Self.limits)
    }

    /// No page can be added until `free` is called.
    func fill() {
        store.registry.visit { connection in
            let pages = try? connection.row("PRAGMA page_count") { $0.int(0) }
            #expect(pages != nil)
            // The limit cannot be below what is there.
            _ = try? connection.row("PRAGMA max_page_count = 1") { $0.int(0) }
        }
    }

    func free() {
        store.registry.visit { connection in
            _ = try? connection.row("PRAGMA max_page_count = 1000000000") { $0.int(0) }
        }
    }

    /// An event that does not fit on the pages there are.
    func largeEvent(_ index: Int) -> EventRecord {
        store.event(uuid(index), status: "completed", body: "\(index)" + String(repeating: "x", count: 200_000))
    }

    @Test func aFullDiskRefusesEventsAndRecovers() async throws {
        fill()

        let (refused, health) = await withCheckedContinuation { continuation in
            store.registry.record(largeEvent(1)) { [store] in
                continuation.resume(returning: ($0, store.registry.health))
            }
        }
        free()
        #expect(await eventually { store.registry.health.isOK })
        let again = await store.record(largeEvent(1))

        #expect(refused == .failure(.full))
        #expect(health.condition == .full)
        #expect(health.since == store.clock.now)
        #expect(again == .success(.recorded))
        #expect(try await store.events(of: uuid(1)).count == 1)
    }

    @Test func nothingOfARefusedGroupIsKept() async throws {
        _ = await store.record(store.event(uuid(1), status: "ringing"))
        fill()

        let refused = await store.record(
            store.event(uuid(1), status: "answered", body: String(repeating: "x", count: 200_000)))
        free()
        let next = await store.record(store.event(uuid(1), status: "started"))

        #expect(refused == .failure(.full))
        #expect(next == .success(.recorded))
        #expect(try await store.call(uuid(1))?.record.status == .ringing)
    }

    @Test func aChangeThatDoesNotFitIsRefusedAndNotInTheDirectory() async throws {
        fill()
        let large = Application(name: String(repeating: "x", count: 200_000))

        await #expect(throws: StoreError.full) {
            try await store.registry.write { try ApplicationStore($0).create(large) }
        }

        #expect(store.registry.directory.application(large.id) == nil)
    }

    @Test func answersWaitInMemoryAndAreWrittenWhenThereIsRoom() async throws {
        fill()
        let reply = "[" + String(repeating: " ", count: 200_000) + "]"
        let answer = store.answer(uuid(1), reply: reply, devices: [DeviceID("phone")!])

        let refused = await store.record(answer)
        let repeated = await store.record(answer)
        let meanwhile = store.registry.storedAnswer(call: answer.call, kind: .answer, now: store.clock.now)
        store.registry.record(
            PushResult(
                push: answer.invites[0].id, call: answer.call, device: answer.invites[0].device, attempt: 1,
                queuedAt: store.clock.now, finishedAt: store.clock.now, status: 200, decision: "done", isLast: true))
        let before = try await store.call(uuid(1))
        free()
        #expect(
            try await eventually { try await store.registry.read { try PushStore($0).log(of: answer.call).count } == 1 }
        )

        #expect(refused == .failure(.full))
        #expect(repeated == .success(.repeated(reply: answer.reply)))
        #expect(meanwhile == answer.reply)
        #expect(before == nil)
        #expect(try await store.call(uuid(1))?.record.to == "447700900001")
        #expect(try await store.registry.read { try PushStore($0).waitingCount() } == 0)
        #expect(await eventually { store.registry.health.isOK })
        #expect(store.registry.health.waiting == 0)
    }

    @Test func aReadOnlyFileRefusesEventsAndRecoversByItself() async throws {
        store.registry.visit { try? $0.script("PRAGMA query_only = ON") }

        let refused = await store.record(store.event(uuid(1), status: "completed"))

        #expect(refused == .failure(.readOnly))
        // The next attempt makes a new connection, which may write.
        #expect(await eventually { store.registry.health.isOK })
        #expect(await store.record(store.event(uuid(1), status: "completed")) == .success(.recorded))
    }

    @Test func aLockedDatabaseHoldsEventsUntilItIsFree() async throws {
        let other = try Connection(path: folder.path + "/hookline.db")
        try other.begin()
        let event = store.event(uuid(1), status: "completed")

        async let outcome = store.record(event)
        #expect(await eventually { store.registry.health.condition == .locked })
        let answered = await store.record(store.answer(uuid(2), reply: "[]"))
        other.rollBack()

        #expect(await outcome == .success(.recorded))
        // A caller does not wait for that.
        #expect(answered == .failure(.locked))
        #expect(try await eventually { try await store.call(uuid(2)) != nil })
        #expect(await eventually { store.registry.health.isOK })
    }

    @Test func anEventThatWaitsTooLongIsRefused() async throws {
        var limits = Self.limits
        limits.commitTimeout = .milliseconds(150)
        let store = try store.reopened(.folder(folder.path), limits: limits)
        let other = try Connection(path: folder.path + "/hookline.db")
        try other.begin()

        let event = await store.record(store.event(uuid(1), status: "completed"))
        await #expect(throws: StoreError.timeout) {
            try await store.registry.write { try ApplicationStore($0).create(Application(name: "Late")) }
        }
        // Whoever reads does not wait.
        let calls = try await store.registry.read { try CallStore($0).list(CallQuery()).total }
        other.rollBack()

        #expect(event == .failure(.timeout))
        #expect(calls == 0)
        #expect(await eventually { store.registry.health.isOK })
    }

    /// Keeps the writer's thread busy until the semaphore is raised.
    func hang(_ store: TestStore) async throws -> Semaphore {
        let began = Semaphore()
        let goOn = Semaphore()
        let registry = store.registry
        Task.detached {
            try await registry.write { _ in
                began.raise()
                goOn.wait()
            }
        }
        await began.raised()
        return goOn
    }

    @Test func aCommitThatHangsMakesTheStoreSlow() async throws {
        var limits = Self.limits
        limits.slowCommit = .milliseconds(10)
        let store = try await TestStore(limits: limits)
        let goOn = try await hang(store)

        #expect(await eventually { store.registry.health.condition == .slow })
        let answer = store.answer(uuid(1))
        store.registry.record(answer) { _ in }
        let stored = store.registry.storedAnswer(call: answer.call, kind: .answer, now: store.clock.now)
        goOn.raise()

        #expect(stored == answer.reply)
        #expect(await eventually { store.registry.health.isOK })
        #expect(try await eventually { try await store.call(uuid(1)) != nil })
    }

    @Test func aDiskThatHangsDoesNotFillTheMemory() async throws {
        var limits = Self.limits
        limits.queuedJobs = 100
        let store = try await TestStore(limits: limits)
        let goOn = try await hang(store)

        let failed = Mutex<[StoreError]>([])
        for index in 0..<1000 {
            store.registry.record(store.answer(uuid(index))) { result in
                if case .failure(let error) = result { failed.withLock { $0.append(error) } }
            }
        }
        goOn.raise()

        #expect(try await eventually { try await store.call(uuid(999)) != nil })
        let count = failed.withLock { $0.count }
        #expect(count >= 900)
        #expect(failed.withLock { $0.allSatisfy { $0 == .timeout } })
        #expect(store.registry.health.dropped == count)
        #expect(try await store.registry.read { try CallStore($0).list(CallQuery()).total } == 1000 - count)
    }

    @Test func readersThatOverlapForEverDoNotLetTheLogGrow() async throws {
        var limits = Self.limits
        limits.logSize = 1 << 20
        let folder = try TemporaryFolder()
        let store = try await TestStore(.folder(folder.path), limits: limits)
        let isOver = Semaphore()

        // Each begins its next look before the other's has ended, as a page that polls does.
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    while !isOver.isRaised {
                        _ = try? await store.registry.read { try CallStore($0).list(CallQuery()).total }
                    }
                }
            }
            for index in 0..<500 {
                _ = await store.record(
                    store.event(uuid(index), body: "\(index)" + String(repeating: "x", count: 20_000)))
            }
            isOver.raise()
        }

        // Ten megabytes have been written.
        let size = try #require(Database(path: folder.path + "/hookline.db").logSize)
        #expect(size < 4 << 20)
    }

    @Test func theLogBeginsAnewWhileOthersWrite() async throws {
        var limits = Self.limits
        limits.loggedPages = 50
        let folder = try TemporaryFolder()
        let store = try await TestStore(.folder(folder.path), limits: limits)

        for index in 0..<400 {
            _ = await store.record(
                store.event(uuid(index), body: "\(index)" + String(repeating: "x", count: 20_000)))
        }

        // Eight megabytes have been written, and as much again when they were settled.
        let size = try #require(Database(path: folder.path + "/hookline.db").logSize)
        #expect(size < 4 << 20)
    }

    @Test func closingWritesWhatIsQueuedAndThenTakesNothing() async throws {
        for index in 0..<100 { store.registry.record(store.answer(uuid(index))) { _ in } }
        store.registry.close()

        let late = await store.record(store.event(uuid(1), status: "completed"))
        await #expect(throws: StoreError.closed) { try await store.call(uuid(1)) }
        await #expect(throws: StoreError.closed) {
            try await store.registry.write { try ApplicationStore($0).create(Application(name: "Late")) }
        }

        #expect(late == .failure(.closed))
        let next = try Registry.open(.folder(folder.path), box: nil, log: .silent)
        #expect(try await next.read { try CallStore($0).list(CallQuery()).total } == 100)
    }

    @Test func closingALockedStoreDoesNotHang() async throws {
        var limits = Self.limits
        limits.closing = .milliseconds(200)
        let store = try store.reopened(.folder(folder.path), limits: limits)
        let other = try Connection(path: folder.path + "/hookline.db")
        try other.begin()
        async let outcome = store.record(store.event(uuid(1), status: "completed"))
        #expect(await eventually { store.registry.health.condition == .locked })

        store.registry.close()

        #expect(await outcome == .failure(.closed))
    }

    @Test func aJobThatFailsTakesNoOtherAlong() async throws {
        struct Stop: Error {}
        let names = try (0..<20).map { try name("user \($0)") }
        let application = store.application.id

        await withTaskGroup(of: Void.self) { group in
            for (index, name) in names.enumerated() {
                group.addTask { [store] in
                    _ = try? await store.registry.write { tx in
                        try UserStore(tx).create(User(application: application, name: name))
                        if index.isMultiple(of: 2) { throw Stop() }
                    }
                }
            }
        }

        let found = try await store.registry.read { tx in
            try names.map { try UserStore(tx).find(named: $0, in: application) != nil }
        }
        #expect(found == names.indices.map { !$0.isMultiple(of: 2) })
        let known = names.map { store.registry.directory.user(named: $0, in: application) != nil }
        #expect(known == found)
    }

    @Test func manyThreadsLoseNothing() async throws {
        let outcomes = await withTaskGroup(of: Result<EventOutcome, StoreError>.self) { group in
            for index in 0..<600 {
                let event = store.event(uuid(index % 200), status: "ringing", body: "\(index % 300)")
                group.addTask { await store.record(event) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }

        // Call i % 200 with body i % 300: the pairs repeat after 600.
        #expect(outcomes.filter { $0 == .success(.recorded) }.count == 600)
        #expect(try await store.registry.read { try EventStore($0).count() } == 600)
        #expect(try await store.registry.read { try CallStore($0).list(CallQuery()).total } == 200)
    }
}
