import JSON
import Testing

@Suite struct LimitTests {
    private func nested(_ depth: Int, _ open: String = "[", _ close: String = "]") -> String {
        String(repeating: open, count: depth) + String(repeating: close, count: depth)
    }

    @Test func nestsAsDeepAsTheLimitAndNoDeeper() throws {
        _ = try JSONValue.parse(nested(64))

        let error = #expect(throws: JSONError.self) { try JSONValue.parse(nested(65)) }
        #expect(error?.kind == .tooDeep(limit: 64))
        #expect(error?.offset == 64)
    }

    @Test func objectsCountLikeArrays() {
        let text = String(repeating: #"{"a":"#, count: 65) + "1" + String(repeating: "}", count: 65)

        #expect(throws: JSONError.self) { try JSONValue.parse(text) }
    }

    @Test func manyValuesSideBySideAreNotDeep() throws {
        let text = "[" + Array(repeating: "[[]]", count: 1000).joined(separator: ",") + "]"

        #expect(try JSONValue.parse(text).array?.count == 1000)
    }

    @Test func theLimitHasALimit() throws {
        let limits = JSONLimits(maximumDepth: 100_000)

        _ = try JSONValue.parse(nested(512), limits: limits)
        #expect(throws: JSONError.self) { try JSONValue.parse(nested(513), limits: limits) }
    }

    @Test func aHundredThousandOpenBracketsAreAnError() {
        #expect(throws: JSONError.self) { try JSONValue.parse(String(repeating: "[", count: 100_000)) }
        #expect(throws: JSONError.self) { try JSONValue.parse(String(repeating: #"{"a":"#, count: 100_000)) }
    }

    @Test func refusesATextThatIsTooLong() {
        let limits = JSONLimits(maximumBytes: 10)

        #expect((try? JSONValue.parse("\"12345678\"", limits: limits)) != nil)
        let error = #expect(throws: JSONError.self) { try JSONValue.parse("\"123456789\"", limits: limits) }
        #expect(error?.kind == .tooLong(limit: 10))
    }

    @Test func theByteOrderMarkIsPassedOverUnlessStrict() throws {
        let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("[1]".utf8)

        #expect(try JSONValue.parse(bytes) == [1])
        #expect(try JSONValue.parse(bytes, limits: .request) == [1])
        #expect(throws: JSONError.self) { try JSONValue.parse(bytes, limits: .strict) }
        #expect(throws: JSONError.self) { try JSONValue.parse([0xEF, 0xBB, 0xBF] as [UInt8]) }
    }

    @Test func inAWebhookTheLastOfTwoKeysCounts() throws {
        let value = try JSONValue.parse(#"{"a":1,"b":2,"a":3}"#, limits: .webhook)

        #expect(value.serializedText == #"{"a":3,"b":2}"#)
        #expect(throws: JSONError.self) { try JSONValue.parse(#"{"a":1,"b":2,"a":3}"#, limits: .request) }
    }

    @Test func keysAreFoundTwiceInLongObjects() throws {
        let members = (0..<5000).map { "\"key\($0)\":\($0)" }
        let text = "{" + (members + ["\"key77\":-1"]).joined(separator: ",") + "}"

        let value = try JSONValue.parse(text)

        #expect(value.object?.count == 5000)
        #expect(value["key77"] == -1)
        #expect(value["key4999"] == 4999)
        let error = #expect(throws: JSONError.self) { try JSONValue.parse(text, limits: .request) }
        #expect(error?.kind == .duplicateKey("key77"))
    }
}
