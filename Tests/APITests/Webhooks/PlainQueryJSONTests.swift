import CallControl
import HTTP
import JSON
import TestSupport
import Testing

@testable import API

struct PlainQueryJSONTests {
    private func plain(_ query: String) -> String? {
        PlainQuery.withJSON(of: Query(query)) { String(decoding: $0, as: UTF8.self) }
    }

    private func full(_ query: String) -> String {
        String(decoding: JSONObject(query: Query(query).map { ($0.name, $0.value) }).serialized(), as: UTF8.self)
    }

    @Test(arguments: [
        ("from=447700900001&to=14155550007", true), ("", true), ("&&a=1&", true), ("a", true), ("=b", true),
        ("a=b=c", true),
        ("a=1+2%203", true), ("a=%2B44", true), ("a%3D=1", true), ("url=https%3A%2F%2Fapi.example.com%2f", true),
        ("a=1&a=2", false), ("a=1&%61=2", false), ("a&a", false), ("ab=1&a=2&b=3", true), ("a=%", false),
        ("a=%4", false),
        ("a=%zz", false), ("a=%22", false), ("a=%5C", false), ("a=\"", false), ("a=\\", false), ("a=%0A", false),
        ("a=%7F", false), ("a=%C3%A4", false), ("a=ä", false), ("a=~!*'()/?:@", true),
    ])
    func saysWhatTheObjectSays(query: String, isPlain: Bool) {
        #expect((plain(query) != nil) == isPlain)
        if let text = plain(query) { #expect(text == full(query)) }
    }

    @Test func moreParametersThanItComparesAreLeft() {
        let names = (0..<17).map { "p\($0)" }

        #expect(plain(names.prefix(16).joined(separator: "&")) == full(names.prefix(16).joined(separator: "&")))
        #expect(plain(names.joined(separator: "&")) == nil)
    }

    @Test func aLongQueryIsWrittenToo() {
        let query = (0..<16).map { "\($0)=" + String(repeating: "x", count: 500) }.joined(separator: "&")

        #expect(plain(query) == full(query))
    }

    @Test func randomQueriesSayTheSame() {
        var generator = SplitMix64(seed: 7)
        let pieces = [
            "a", "b", "&", "=", "+", "%41", "%20", "%2", "%zz", "\"", "~", "é", "7", "12345678", "0a-4f1a-",
            "abcdefg%41",
        ]
        var plainCount = 0
        for _ in 0..<5000 {
            let query = (0..<Int.random(in: 0...12, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            guard let text = plain(query) else { continue }
            plainCount += 1
            #expect(text == full(query), "\(query)")
        }
        #expect(plainCount > 500)
    }
}
