import JSON
import NCCO
import Testing

@Suite struct NCCODocumentTests {
    private func parse(_ text: String) throws(NCCOError) -> NCCODocument { try NCCODocument.parse(Array(text.utf8)) }

    @Test func readsActionsByTheirNames() throws {
        let document = try parse(
            #"[{"action":"talk","text":"Hi"},{"action":"connect","from":"447700900000","endpoint":[{"type":"app","user":"Alice"}],"x":1}]"#
        )

        guard case .talk(let talk) = document.actions[0], case .connect(let connect) = document.actions[1] else {
            Issue.record("talk and connect expected")
            return
        }
        #expect(talk.text == "Hi")
        #expect(connect.endpoint == .app(user: "Alice"))
        #expect(connect.from == "447700900000")
        #expect(connect.object["x"] == 1)
        #expect(document.actions.map(\.kind) == [.talk, .connect])
    }

    @Test func defaultsAreThoseOfTheReference() throws {
        let document = try parse(
            #"[{"action":"talk","text":"a"},{"action":"connect","endpoint":[]},{"action":"wait"},{"action":"record"}]"#)

        guard case .talk(let talk) = document.actions[0], case .connect(let connect) = document.actions[1],
            case .wait(let wait) = document.actions[2], case .record(let record) = document.actions[3]
        else {
            Issue.record("four actions expected")
            return
        }
        #expect(talk.loop == 1 && talk.language == "en-US" && !talk.bargeIn && talk.level == 0)
        #expect(connect.timeout == 60 && connect.limit == 7200 && !connect.isSynchronous && connect.endpoint == nil)
        #expect(wait.timeout == 10)
        #expect(!record.isSynchronous)
    }

    @Test func numbersAndBooleansMayBeTexts() throws {
        let document = try parse(
            #"[{"action":"talk","text":"a","bargeIn":"true","loop":"0"},{"action":"wait","timeout":"0.05"}]"#)

        guard case .talk(let talk) = document.actions[0], case .wait(let wait) = document.actions[1] else {
            Issue.record("talk and wait expected")
            return
        }
        #expect(talk.bargeIn)
        #expect(talk.loop == 0)
        #expect(wait.timeout == 0.1)
    }

    @Test func buildsWhatThePlatformReads() {
        let document = NCCODocument([
            .talk(Talk(text: "Connecting “Alice”.")),
            .connect(Connect(to: .phone(number: "447700900002"), from: "447700900000")),
        ])

        #expect(
            String(decoding: document.encoded(), as: UTF8.self)
                == #"[{"action":"talk","text":"Connecting “Alice”."},{"action":"connect","from":"447700900000","endpoint":[{"type":"phone","number":"447700900002"}]}]"#
        )
    }

    @Test func isWrittenAsAList() {
        let isLate = true
        let document = NCCODocument {
            Talk(text: "Hello.").with {
                $0.language = "en-GB"
                $0.bargeIn = true
            }
            if isLate { Stream(url: "https://a.example/late.mp3") }
            Input(keys: InputKeys().with { $0.maxDigits = 1 }, speech: InputSpeech())
            for user in ["alice", "bob"] { Connect(to: .app(user: user)).with { $0.timeout = 20 } }
            Record().with { $0.endOnSilence = 3 }
            Wait(seconds: 0.5)
            Notify(["a": 1], to: "https://a.example/n")
            Conversation(name: "room").with { $0.canSpeak = [] }
            Transfer(to: "CON-11111111-2222-4333-8444-555555555555")
        }

        #expect(NCCOCheck.findings(in: document.encoded()).isEmpty)
        #expect(document.actions.count == 10)
        #expect(
            String(decoding: document.encoded().prefix(175), as: UTF8.self)
                == #"[{"action":"talk","text":"Hello.","language":"en-GB","bargeIn":true},{"action":"stream","streamUrl":["https://a.example/late.mp3"]},{"action":"input","type":["dtmf","speech"],"#
        )
    }

    @Test func settingOptionsKeepsWhatNobodyKnows() throws {
        var document = try parse(
            #"[{"x":1.50,"action":"connect","y":[],"timeout":"20","endpoint":[{"type":"app","user":"a","z":0}]}]"#)
        guard case .connect(var connect) = document.actions[0] else {
            Issue.record("connect expected")
            return
        }

        connect.timeout = 30
        connect.isSynchronous = true
        document.actions[0] = connect.action

        #expect(
            String(decoding: document.encoded(), as: UTF8.self)
                == #"[{"x":1.50,"action":"connect","y":[],"timeout":30,"endpoint":[{"type":"app","user":"a","z":0}],"eventType":"synchronous"}]"#
        )
    }

    @Test func saysWhySomethingIsNoNCCO() {
        #expect(throws: NCCOError.notAnArray) { try parse("{}") }
        #expect(throws: NCCOError.notAnObject(JSONPointer().appending(1))) { try parse(#"[{"action":"wait"},5]"#) }
        #expect(throws: NCCOError.noAction(JSONPointer().appending(0))) { try parse("[{}]") }
        #expect(throws: NCCOError.unknownAction("pay", JSONPointer().appending(0))) {
            try parse(#"[{"action":"pay"}]"#)
        }
        let error = #expect(throws: NCCOError.self) { try parse("[") }
        #expect(error.map { "\($0)" } == "not JSON: line 1, column 2: the text ends too early")
    }
}
