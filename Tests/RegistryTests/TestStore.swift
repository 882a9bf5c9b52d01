import Crypto
import Directory
import Glibc
import Logging
import Synchronization
import Telephony

@testable import Registry

/// A clock that stands until it is told to go.
final class ManualClock: Sendable {
    private let time: Mutex<Timestamp>

    init(_ time: Timestamp = Timestamp(milliseconds: 1_700_000_000_000)) { self.time = Mutex(time) }

    var now: Timestamp { time.withLock { $0 } }
    var wall: WallClock { WallClock { self.now } }

    func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }
}

/// A store in memory or in a temporary folder, with an application and a user.
struct TestStore {
    private(set) var registry: Registry
    let clock: ManualClock
    let application = Application(name: "Demo")
    let alice: User

    init(
        _ location: Registry.Location = .memory, clock: ManualClock = ManualClock(),
        box: SecretBox? = SecretBox(key: .generate()), limits: StoreLimits = .standard
    ) async throws {
        self.clock = clock
        registry = try Registry.open(location, clock: clock.wall, box: box, log: .silent, limits: limits)
        let application = application
        alice = User(application: application.id, name: try name("Alice"), displayName: "Alice A.")
        let alice = alice
        try await registry.write { tx in
            try ApplicationStore(tx).create(application)
            try UserStore(tx).create(alice)
        }
    }

    /// The same store, opened anew with other limits.
    func reopened(_ location: Registry.Location, limits: StoreLimits) throws -> TestStore {
        registry.close()
        var other = self
        other.registry = try Registry.open(location, clock: clock.wall, box: nil, log: .silent, limits: limits)
        return other
    }

    /// Waits for the outcome of an event.
    func record(_ event: EventRecord) async -> Result<EventOutcome, StoreError> {
        await withCheckedContinuation { continuation in
            registry.record(event) { continuation.resume(returning: $0) }
        }
    }

    /// Waits for the outcome of an answer.
    func record(_ answer: AnswerRecord) async -> Result<AnswerOutcome, StoreError> {
        await withCheckedContinuation { continuation in
            registry.record(answer) { continuation.resume(returning: $0) }
        }
    }

    func event(
        _ call: String?, conversation: String? = nil, status: String? = nil, body: String? = nil,
        timestamp: Timestamp? = nil
    ) -> EventRecord {
        var facts = CallEvent(receivedAt: clock.now)
        facts.call = call.flatMap { CallUUID($0) }
        facts.shownCall = call
        facts.conversation = conversation.flatMap { ConversationID($0) }
        facts.shownConversation = conversation
        facts.status = status.map(CallStatus.init(rawValue:))
        facts.timestamp = timestamp
        let body = Array((body ?? "\(call ?? "") \(conversation ?? "") \(status ?? "")").utf8)
        return EventRecord(application: application.id, facts: facts, body: body, digest: SHA256.digest(of: body))
    }

    func answer(
        _ call: String, kind: AnswerKind = .answer, reply: String = "[]", devices: [DeviceID] = []
    ) -> AnswerRecord {
        var facts = CallEvent(receivedAt: clock.now)
        facts.call = CallUUID(call)
        facts.shownCall = call
        facts.conversation = ConversationID("CON-" + call)
        facts.shownConversation = "CON-" + call
        facts.from = "447700900123"
        facts.to = "447700900001"
        facts.isAnswer = true
        return AnswerRecord(
            call: facts.call!, kind: kind, application: application.id, facts: facts, request: Array("{}".utf8),
            reply: Array(reply.utf8), receivedAt: clock.now,
            invites: devices.map {
                AnswerRecord.Invite(
                    device: $0, user: alice.id, application: application.id,
                    ringUntil: clock.now.advanced(by: .seconds(45)))
            })
    }

    /// The record of a call as the store has it.
    func call(_ uuid: String) async throws -> StoredCall? {
        try await registry.read { try CallStore($0).find(CallUUID(uuid)!) }
    }

    func events(of uuid: String) async throws -> [StoredEvent] {
        try await registry.read { try EventStore($0).list(of: CallUUID(uuid)!) }
    }
}

func name(_ text: String) throws -> UserName {
    guard let name = UserName(text) else { throw TestFailure("no name: \(text)") }
    return name
}

func number(_ text: String) throws -> E164 {
    guard let number = E164(text) else { throw TestFailure("no number: \(text)") }
    return number
}

struct TestFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The digits of a UUID that ends in `number`.
func uuid(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return "aaaaaaaa-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
}

/// A folder of its own for one test, removed with all in it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/hookline-store-XXXXXX\0".utf8CString)
        guard let made = mkdtemp(&template) else { throw TestFailure(String(cString: strerror(errno))) }
        path = String(cString: made)
    }

    deinit {
        for name in ["hookline.db", "hookline.db-wal", "hookline.db-shm", "lock"] { unlink(path + "/" + name) }
        rmdir(path)
    }
}
