import CallControl
import Directory
import JSON
import Telephony
import Testing

/// A directory with an application, two users and a few numbers, and the flows of the project.
struct World {
    let directory = Directory()
    let app = ApplicationID.random()
    let alice = UserID.random()
    let bob = UserID.random()
    let phone: DeviceEntry
    let flows: Flows

    static let alicesNumber = "447700900001"
    static let freeNumber = "447700900002"

    init() throws {
        phone = DeviceEntry(
            id: .random(), user: alice, application: app, voipToken: try DeviceToken("0fa1"),
            registeredAt: Timestamp(milliseconds: 0))
        flows = try Self.projectFlows()
        directory.apply([
            .application(ApplicationEntry(id: app, name: "Demo")),
            .user(UserEntry(id: alice, application: app, name: try #require(UserName("Alice")))),
            .user(
                UserEntry(
                    id: bob, application: app, name: try #require(UserName("bob")), displayName: "Bob the Builder")),
            .number(try number(Self.alicesNumber, rings: alice, linkedAt: 2)),
            .number(try number(Self.freeNumber, rings: nil, linkedAt: 1)),
            .device(phone),
        ])
    }

    /// The flows the project ships besides those there must be.
    static let shipped = [
        "after-hours", "conference", "ivr", "ivr-1", "ivr-2", "ivr-else", "ring-then-voicemail", "voicemail",
    ]

    /// All flows of the project, for a server that the platform reaches at `https://calls.example.org`.
    static func shippedFlows(replacing changes: [String: String] = [:]) throws -> Flows {
        var files: [String: [UInt8]] = [:]
        for name in FlowName.required.map(\.text) + shipped {
            files[name] = try Fixture.bytes("../../ncco/\(name).json")
        }
        for (name, text) in changes { files[name] = Array(text.utf8) }
        return try Flows.load(files).reached(at: "https://calls.example.org/")
    }

    static func projectFlows(replacing changes: [String: String] = [:]) throws -> Flows {
        var files: [String: [UInt8]] = [:]
        for name in FlowName.required { files[name.text] = try Fixture.bytes("../../ncco/\(name.text).json") }
        for (name, text) in changes { files[name] = Array(text.utf8) }
        return try Flows.load(files)
    }

    func number(
        _ digits: String, rings user: UserID?, greeting: String? = nil, flow: String? = nil,
        linkedAt second: Int64 = 0
    ) throws -> NumberEntry {
        NumberEntry(
            number: try #require(E164(digits)), country: "GB", application: app, user: user, greeting: greeting,
            flow: flow,
            linkedAt: Timestamp(seconds: second))
    }

    func plan(_ pairs: [(String, String)], flows: Flows? = nil) -> CallPlan {
        plan(AnswerWebhook(query: pairs), for: nil, flows: flows)
    }

    func plan(_ webhook: AnswerWebhook, for application: ApplicationID?, flows: Flows? = nil) -> CallPlan {
        CallControl.plan(
            webhook, dialling: DialledNumber(webhook.to, in: directory), for: application, in: directory,
            flows: flows ?? self.flows)
    }
}

extension CallPlan {
    var json: JSONValue? { try? JSONValue.parse(ncco, limits: .strict) }

    var text: String { String(decoding: ncco, as: UTF8.self) }
}
