import HTTP2
import JSON
import NCCO
import Testing

@testable import App
@testable import Simulator

/// What the demo holds against itself.
struct ChecklistTests {
    private func missing(_ change: (inout Story) -> Void) throws -> String? {
        var story = try Story()
        change(&story)
        return Checklist(story.moments, call: Story.call, user: "Alice").missing?.name
    }

    @Test func aWholeCallMissesNothing() throws {
        #expect(try missing { _ in } == nil)
    }

    struct Lack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout Story) -> Void

        init(_ missing: String, _ change: @escaping @Sendable (inout Story) -> Void) {
            testDescription = missing
            self.change = change
        }
    }

    static let lacks = [
        Lack("the server answers") { $0.sights.removeFirst() },
        Lack("the iPhone registers") { $0.sights[1] = .phone(.registered(device: "DEV-1", status: 200)) },
        Lack("the signed answer webhook is answered") { $0.asked(isSigned: false) },
        Lack("the signed answer webhook is answered") { $0.asked(status: 401, actions: nil) },
        Lack("the NCCO talks and connects Alice") { $0.asked(actions: [.connect(Connect(to: .app(user: "Alice")))]) },
        Lack("the NCCO talks and connects Alice") {
            $0.asked(actions: [.talk(Talk(text: "")), .connect(Connect(to: .app(user: "Bob")))])
        },
        Lack("one VoIP push reaches the gateway") { $0.sights.insert($0.sights[5], at: 6) },
        Lack("one VoIP push reaches the gateway") {
            $0.sights[5] = .gateway(
                GatewayEntry(
                    request: Message(fields: []), connection: 1, verdict: .failure(.badTopic),
                    at: .init(milliseconds: 0), unregisteredAt: nil))
        },
        Lack("the iPhone rings") { $0.sights.remove(at: 6) },
        Lack("GET /client/me knows Alice") { $0.sights[9] = .phone(.greeted(user: "Bob")) },
        Lack("the platform lets Alice sign in") { $0.sights.remove(at: 10) },
        Lack("the iPhone takes the call") { $0.sights.remove(at: 13) },
        Lack("every event of both legs is acknowledged") { $0.sights.swapAt(2, 3) },
        Lack("every event of both legs is acknowledged") { $0.sights.remove(at: 17) },
        Lack("both legs and the push are on record") { $0.sights.removeLast() },
        Lack("both legs and the push are on record") { $0.recorded { $0.caller = ["status": "answered"] } },
        Lack("both legs and the push are on record") { $0.recorded { $0.callee = nil } },
        Lack("both legs and the push are on record") { $0.recorded { $0.attempts = [] } },
        Lack("both legs and the push are on record") {
            $0.recorded { $0.attempts = [["status": 200, "apns_id": "another"]] }
        },
    ]

    @Test(arguments: lacks) func namesWhatIsMissing(lack: Lack) throws {
        #expect(try missing(lack.change) == lack.testDescription)
    }

    @Test func saysWhatWasSeenInstead() throws {
        var story = try Story()
        story.sights.removeSubrange(5...)
        story.sights.append(.phone(.ignored("expired")))

        let steps = Checklist(story.moments, call: Story.call, user: "Alice").steps

        #expect(steps.first { $0.name == "one VoIP push reaches the gateway" }?.instead == "pushes: []")
        #expect(steps.first { $0.name == "the iPhone rings" }?.instead == "iPhone: expired")
    }
}

extension Story {
    /// Replaces the answer webhook.
    fileprivate mutating func asked(
        isSigned: Bool = true, status: Int? = 200,
        actions: [Action]? = [.talk(Talk(text: "")), .connect(Connect(to: .app(user: "Alice")))]
    ) {
        sights[4] = Self.platform(
            .asked(isFallback: false, method: .get, isSigned: isSigned, status: status, actions: actions, took: .zero))
    }

    /// Changes what was read back.
    fileprivate mutating func recorded(_ change: (inout Records) -> Void) {
        var records = Self.records
        change(&records)
        sights[sights.count - 1] = .recorded(records)
    }
}
