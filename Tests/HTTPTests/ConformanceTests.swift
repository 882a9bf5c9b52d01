import HTTP
import TestSupport
import Testing

@Suite struct ConformanceTests {
    @Test(arguments: Conformance.accepted)
    func reads(_ row: Conformance.Accepted) {
        let parsed = Parsed([row.bytes])

        #expect(parsed.error == nil)
        #expect(parsed.messages.map(\.line) == row.requests)
    }

    @Test(arguments: Conformance.refused)
    func refuses(_ row: Conformance.Refused) {
        let parsed = Parsed([row.bytes])

        #expect(parsed.error?.status.code == row.status)
        #expect(parsed.messages.isEmpty)
    }

    /// One cut anywhere, and every byte alone, must not matter.
    @Test func anyCutGivesTheSame() {
        for bytes in Conformance.accepted.map(\.bytes) + Conformance.refused.map(\.bytes) where bytes.count < 400 {
            let whole = Parsed([bytes])
            for cut in 1..<bytes.count {
                guard Parsed([bytes[..<cut], bytes[cut...]]) == whole else {
                    Issue.record("cut at \(cut): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
                    break
                }
            }
            #expect(Parsed(bytes.map { [$0] }) == whole)
        }
    }

    /// Messages that a grammar makes and a few mutations spoil, in a row, cut at random.
    @Test(arguments: 0..<400)
    func anyCutsGiveTheSame(seed: UInt64) {
        var random = SplitMix64(seed: seed &+ 0x5EED)
        let limits = ParserLimits(head: 300, target: 60, fields: 8, body: 100)
        let bytes = MessageGrammar.stream(using: &random)
        let whole = Parsed([bytes], limits: limits)

        for _ in 0..<8 {
            let pieces = MessageGrammar.cut(bytes, using: &random)
            let cut = Parsed(pieces, limits: limits)
            guard cut == whole else {
                let lengths = pieces.map(\.count)
                Issue.record("\(lengths): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
                return
            }
        }
        for message in whole.messages { #expect(message.body.count <= limits.body) }
    }

    /// Were all generated messages refused, or none, the test above would say little.
    @Test func theGrammarMakesGoodAndBadMessages() {
        var random = SplitMix64(seed: 7)
        let limits = ParserLimits(head: 300, target: 60, fields: 8, body: 100)

        let all = (0..<400).map { _ in Parsed([MessageGrammar.stream(using: &random)], limits: limits) }

        #expect(all.filter { $0.error == nil }.count > 40)
        #expect(Set(all.compactMap(\.error)).count > 8)
        #expect(all.reduce(0) { $0 + $1.messages.count } > 300)
    }
}

extension Parsed.Message {
    /// As `Conformance` writes it.
    fileprivate var line: String {
        "\(method) \(path)\(query.map { "?" + $0 } ?? "") \(authority) \(String(decoding: body, as: UTF8.self))"
    }
}
