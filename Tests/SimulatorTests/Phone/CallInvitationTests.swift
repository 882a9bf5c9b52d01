import JSON
import Telephony
import Testing

@testable import Simulator

/// What a phone reads in a push, with no help from anybody.
struct CallInvitationTests {
    static let invite: JSONObject = [
        "nexmo": [
            "type": "member:invited", "event_type": "member:invited",
            "conversation_id": "CON-6a1e2f90-3b7c-4d58-8e21-90ab12cd34ef", "timestamp": "2026-03-02T09:30:00.120Z",
            "push_info": ["from_user": ["name": "447700900123", "display_name": "447700900123"]],
            "body": [
                "channel": [
                    "id": "3f0c2a9e-6d1b-4f57-9a3e-1b5f0c7d8e21", "ring_timeout": 45,
                    "from": ["type": "phone", "number": "447700900123", "headers": [:]],
                    "to": ["type": "app", "user": "Alice"],
                ],
                "timestamp": ["invited": "2026-03-02T09:30:00.120Z"],
            ],
        ]
    ]

    private func read(_ text: String) throws(CallInvitation.Unreadable) -> CallInvitation {
        try CallInvitation(payload: Array(text.utf8))
    }

    @Test func readsCallCallerAndCallee() throws {
        let invitation = try CallInvitation(payload: Self.invite.serialized())

        #expect(invitation.call.description == "3f0c2a9e-6d1b-4f57-9a3e-1b5f0c7d8e21")
        #expect(invitation.caller == "447700900123")
        #expect(invitation.callee == "Alice")
        #expect(invitation.conversation == "CON-6a1e2f90-3b7c-4d58-8e21-90ab12cd34ef")
        #expect(invitation.ringTime == .seconds(45))
    }

    @Test func theOlderClientLooksForEventType() throws {
        let invitation = try read(
            #"{"nexmo":{"event_type":"member:invited","push_info":{"from_user":{"name":"bob"}},"#
                + #""body":{"channel":{"id":"3f0c2a9e-6d1b-4f57-9a3e-1b5f0c7d8e21","from":{"type":"app","user":"b"}}}}}"#
        )

        #expect(invitation.caller == "bob")
    }

    @Test(arguments: [
        (#"{"nexmo":"#, CallInvitation.Unreadable.notJSON),
        (#"{"aps":{"alert":"hello"}}"#, .notAnInvitation),
        (#"{"nexmo":{"type":"text"}}"#, .notAnInvitation),
        (#"{"nexmo":{"type":"member:invited"}}"#, .missing("nexmo.body.channel.id")),
        (
            #"{"nexmo":{"type":"member:invited","body":{"channel":{"id":"3F0C2A9E-6D1B-4F57-9A3E-1B5F0C7D8E21"}}}}"#,
            .missing("nexmo.body.channel.id")
        ),
        (
            #"{"nexmo":{"type":"member:invited","body":{"channel":{"id":"3f0c2a9e-6d1b-4f57-9a3e-1b5f0c7d8e21"}}}}"#,
            .missing("nexmo.body.channel.from")
        ),
    ])
    func refuses(text: String, why: CallInvitation.Unreadable) {
        #expect(throws: why) { try read(text) }
    }

    @Test func anInvitationIsLateWhenItsRingIsOver() throws {
        let invitation = try CallInvitation(payload: Self.invite.serialized())
        let invited = try #require(Timestamp("2026-03-02T09:30:00.120Z"))

        #expect(!invitation.isLate(at: invited.advanced(by: .seconds(45))))
        #expect(invitation.isLate(at: invited.advanced(by: .milliseconds(45_001))))
    }
}
