import HTTP
import TestSupport
import Testing

@Suite struct QueryTests {
    @Test(arguments: [
        ("a=1&b=2", ["a=1", "b=2"]), ("", []), ("&&a=1&", ["a=1"]), ("a", ["a="]), ("a=", ["a="]), ("=1", ["=1"]),
        ("a=b=c", ["a=b=c"]), ("from=+4477", ["from= 4477"]), ("from=%2B4477", ["from=+4477"]),
        ("a+b=c%20d", ["a b=c d"]), ("n=50%zz", ["n=50%zz"]), ("n=%", ["n=%"]), ("n=%4", ["n=%4"]),
        ("n=%FF", ["n=\u{FFFD}"]), ("n=%C3%A9", ["n=é"]), ("n=%2541", ["n=%41"]), ("a=1&a=2", ["a=1", "a=2"]),
        ("a=%26%3D", ["a=&="]), ("a=1;b=2", ["a=1;b=2"]),
    ])
    func decodesPairsInOrder(text: String, pairs: [String]) {
        #expect(Query(text).map { "\($0.name)=\($0.value)" } == pairs)
    }

    @Test func findsTheFirstOrAll() {
        let query = Query("to=1&x=&to=2")

        #expect(query["to"] == "1")
        #expect(query["x"] == "")
        #expect(query["y"] == nil)
        #expect(query.all("to") == ["1", "2"])
        #expect(!query.isEmpty)
        #expect(Query("&").isEmpty)
    }

    @Test(arguments: 0..<32)
    func whatIsEncodedIsDecodedAgain(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let letters: [Character] = ["a", "Z", "+", "&", "=", "%", " ", "é", "🎧", "\n", "\u{0}", "/", "?", "#", "~"]
        func word(_ length: ClosedRange<Int>) -> String {
            String((0..<Int.random(in: length, using: &random)).map { _ in letters.randomElement(using: &random)! })
        }
        let pairs = (0..<5).map { _ in (name: word(1...8), value: word(0...20)) }

        let decoded = Array(Query(Query.encoded(pairs)))

        #expect(decoded.map(\.name) == pairs.map(\.name))
        #expect(decoded.map(\.value) == pairs.map(\.value))
    }
}
