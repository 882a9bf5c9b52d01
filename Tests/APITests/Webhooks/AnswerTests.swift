import HTTP
import Registry
import Telephony
import TestSupport
import Testing

@Suite struct AnswerTests {
    private let call = "aaaaaaaa-0000-4000-8000-000000000001"

    @Test func connectsTheCallerOfALinkedNumberToItsUser() async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.answer(call)

            #expect(reply.status == 200)
            #expect(reply.fields["Content-Type"] == "application/json")
            #expect(reply.text == TestAPI.aliceNCCO)
        }
    }

    @Test func answersAPostAsAGet() async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.post(
                "/webhooks/answer",
                json: #"{"to":"447700900000","from":"447700900123","uuid":"\#(call)","conversation_uuid":"CON-1"}"#)

            #expect(reply.text == TestAPI.aliceNCCO)
        }
    }

    @Test func ringsEveryDeviceOfTheUserOnceAndNoOther() async throws {
        try await withAPI(TestAPI()) { api in
            let phone = try await api.addDevice(of: api.alice)
            let tablet = try await api.addDevice(of: api.alice, token: String(repeating: "b2", count: 32))
            try await api.addDevice(of: api.bob, token: String(repeating: "c3", count: 32))

            _ = try await api.answer(call)

            let rung = api.ringer.rung
            #expect(Set(rung.map(\.device.id)) == [phone.id, tablet.id])
            #expect(rung.count == 2)
            #expect(rung.allSatisfy { $0.call.text == "aaaaaaaa000040008000000000000001" })
            #expect(rung.allSatisfy { $0.userName == api.alice.name && $0.caller == .phone("447700900123") })
            #expect(rung.allSatisfy { $0.ringUntil == api.clock.now.advanced(by: .seconds(60)) })
        }
    }

    @Test func aRepeatGetsTheSameBytesAndRingsNobodyAgain() async throws {
        try await withAPI(TestAPI()) { api in
            try await api.addDevice(of: api.alice)
            let first = try await api.answer(call)
            // What a new decision would say is something else by now.
            let (number, bob) = (try #require(E164(TestAPI.number)), api.bob.id)
            try await api.registry.write { tx in
                var entry = try #require(try NumberStore(tx).find(number))
                entry.user = bob
                try NumberStore(tx).update(entry)
            }
            api.clock.advance(by: .seconds(100))

            // Another spelling of the same call.
            let second = try await api.answer("AAAAAAAA000040008000000000000001")

            #expect(second.body == first.body)
            #expect(api.ringer.rung.count == 1)
            #expect(try await api.calls().count == 1)
            #expect(try await api.answers(of: call).count == 1)
        }
    }

    @Test func decidesAnewAfterTwoMinutes() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await api.answer(call)
            let (number, bob) = (try #require(E164(TestAPI.number)), api.bob.id)
            try await api.registry.write { tx in
                var entry = try #require(try NumberStore(tx).find(number))
                entry.user = bob
                try NumberStore(tx).update(entry)
            }
            api.clock.advance(by: .seconds(121))

            let later = try await api.answer(call)

            #expect(later.text.contains(#""user":"Bob""#))
        }
    }

    @Test func twentyAtOnceAreOneCallAndOneRing() async throws {
        try await withAPI(TestAPI()) { api in
            try await api.addDevice(of: api.alice)

            let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
                for _ in 0..<20 { group.addTask { try await api.answer(call) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }

            #expect(Set(replies.map(\.text)) == [TestAPI.aliceNCCO])
            #expect(api.ringer.rung.count == 1)
            #expect(try await api.calls().count == 1)
        }
    }

    @Test(arguments: [
        "?to=447700900099&uuid=u1", "?to=447700900009&uuid=u2", "?uuid=u3", "?to=Unknown&uuid=u4", "",
    ])
    func saysSomethingWhateverWasDialled(query: String) async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.get("/webhooks/answer\(query)")

            #expect(reply.status == 200)
            #expect(reply.text == #"[{"action":"talk","text":"Not in service."}]"#)
            #expect(try await eventually { try await !api.problems().isEmpty }, "a problem is listed")
            #expect(api.ringer.rung.isEmpty)
        }
    }

    @Test func connectsAnAppUsersCallToATelephone() async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.get("/webhooks/answer?from_user=Alice&to=447700900123&uuid=\(call)")

            #expect(
                reply.text
                    == #"[{"action":"connect","from":"447700900000","endpoint":[{"type":"phone","number":"447700900123"}]}]"#
            )
            #expect(api.ringer.rung.isEmpty)
        }
    }

    @Test(arguments: ["{", "[]", "\"text\"", "", "\u{0}", #"{"to":"447700900000""#])
    func anUnreadableBodyIsAnsweredWithTheFallbackFlow(body: String) async throws {
        try await withAPI(TestAPI()) { api in
            try await api.addDevice(of: api.alice)

            let reply = try await api.post("/webhooks/answer", json: body)

            #expect(reply.status == 200)
            #expect(reply.text == #"[{"action":"talk","text":"Sorry."}]"#)
            #expect(
                try await eventually {
                    try await api.problems().contains { $0.code == "unreadable_answer" }
                }, "the problem is listed")
            #expect(api.ringer.rung.isEmpty)
            #expect(try await api.calls().isEmpty)
        }
    }

    @Test func headRecordsAndRingsNothing() async throws {
        try await withAPI(TestAPI()) { api in
            try await api.addDevice(of: api.alice)

            let reply = try await api.send(.head, "/webhooks/answer?to=\(TestAPI.number)&uuid=\(call)")

            #expect(reply.status == 200)
            #expect(api.ringer.rung.isEmpty)
            #expect(try await api.calls().isEmpty)
        }
    }

    @Test func recordsNothingWhenRecordsAreOff() async throws {
        try await withAPI(TestAPI { $0.keepsRecords = false }) { api in
            try await api.addDevice(of: api.alice)

            let answer = try await api.answer(call)
            let event = try await api.post("/webhooks/event", json: #"{"uuid":"\#(call)","status":"ringing"}"#)

            #expect(answer.text == TestAPI.aliceNCCO)
            #expect(event.status == 200)
            #expect(api.ringer.rung.isEmpty)
            #expect(try await api.calls().isEmpty)
            #expect(try await api.events().isEmpty)
        }
    }

    @Test func leavesThePushToThePlatformWhereThatPushes() async throws {
        try await withAPI(TestAPI(pushBy: .platform)) { api in
            try await api.addDevice(of: api.alice)

            let reply = try await api.answer(call)

            #expect(reply.text == TestAPI.aliceNCCO)
            #expect(api.ringer.rung.isEmpty)
        }
    }

    @Test func keepsTheWebhookAsItCame() async throws {
        try await withAPI(TestAPI()) { api in
            let body = #"{ "to":"447700900000" , "uuid":"\#(call)", "x": 1.50 }"#
            _ = try await api.post("/webhooks/answer", json: body)
            _ = try await api.get("/webhooks/fallback?to=%2B447700900000&uuid=\(call)&note=a+b%2F")

            let kept = try await api.answers(of: call)

            #expect(
                kept.map { String(decoding: $0.request, as: UTF8.self) } == [
                    body, #"{"to":"+447700900000","uuid":"\#(call)","note":"a b/"}"#,
                ])
            #expect(kept.map(\.kind) == [.answer, .fallback])
        }
    }

    @Test func theFallbackURLSpeaksTheFallbackFlow() async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.post(
                "/webhooks/fallback",
                json: #"{"to":"447700900000","uuid":"\#(call)","reason":"Connection closed."}"#)

            #expect(reply.text == #"[{"action":"talk","text":"Sorry."}]"#)
        }
    }

    /// The list of problems has the number that was called; the log must not.
    @Test func theLogHoldsNoWholeNumber() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await api.answer(call, to: "447700900987")

            #expect(
                try await eventually {
                    try await api.problems().contains { $0.detail.contains("447700900987") }
                }, "the problem is listed")
            #expect(api.logs.text.contains("problem.noted"))
            #expect(!api.logs.text.contains("447700900987"))
            #expect(!api.logs.text.contains("447700900123"))
        }
    }

    @Test func aPathForAnUnknownApplicationIsAnsweredAllTheSame() async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.answer(
                call, path: "/apps/00000000-0000-4000-8000-00000000dead/webhooks/answer")

            #expect(reply.text == #"[{"action":"talk","text":"Sorry."}]"#)
            #expect(
                try await eventually {
                    try await api.problems().contains { $0.code == "unknown_application" }
                }, "the problem is listed")
        }
    }

    // MARK: A store that cannot keep up

    @Test func aCallerDoesNotWaitForTheDiskAndThePhonesRingOnce() async throws {
        try await withAPI(TestAPI { $0.answerPatience = .milliseconds(150) }) { api in
            try await api.addDevice(of: api.alice)
            let release = await api.blockStore()

            let began = ContinuousClock.now
            let reply = try await api.answer(call)
            let waited = ContinuousClock.now - began

            #expect(reply.text == TestAPI.aliceNCCO)
            // That it came at all shows that it did not wait for the disk, which is held up until `release`.
            #expect(waited >= .milliseconds(150))
            #expect(api.ringer.rung.count == 1)
            // A repeat is answered from memory.
            #expect(try await api.answer(call).text == TestAPI.aliceNCCO)

            release()
            #expect(try await eventually { try await api.calls().count == 1 }, "the answer is written after all")
            #expect(api.ringer.rung.count == 1)
            let metrics = try await api.get("/metrics", auth: api.adminBasic)
            #expect(metrics.text.contains("\nhookline_answers_late_total 1\n"))
        }
    }

    @Test func noPhoneRingsBeforeTheCommit() async throws {
        try await withAPI(TestAPI()) { api in
            try await api.addDevice(of: api.alice)
            let release = await api.blockStore()

            async let reply = api.answer(call)
            #expect(await eventually { api.logs.text.contains("answer.planned") }, "the call is decided")
            let early = api.ringer.rung
            release()

            #expect(early.isEmpty)
            #expect(try await reply.text == TestAPI.aliceNCCO)
            #expect(await eventually { api.ringer.rung.count == 1 }, "the phone rings")
        }
    }
}
