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
