import JSON
import TestSupport
import Testing

/// What is JSON and what is not, by a table, for both readers.
@Suite struct GrammarTableTests {
    @Test func theTableIsLong() {
        #expect(GrammarCase.table.count >= 500)
        #expect(Set(GrammarCase.table.map(\.name)).count == GrammarCase.table.count)
    }

    @Test(arguments: GrammarCase.table)
    func isReadOrRefused(given: GrammarCase) {
        let request = try? JSONValue.parse(given.bytes, limits: .request)
        let webhook = try? JSONValue.parse(given.bytes, limits: .webhook)

        #expect((request != nil) == (given.verdict == .accept))
        #expect((webhook != nil) == (given.verdict != .refuse))
    }

    @Test(arguments: GrammarCase.table)
    func isReadWithItsPlacesOrRefusedAtTheSame(given: GrammarCase) {
        var plainError: JSONError?
        var plain: JSONValue?
        do throws(JSONError) { plain = try JSONValue.parse(given.bytes, limits: .webhook) } catch { plainError = error }

        do throws(JSONError) {
            let text = try PositionedText(given.bytes)
            #expect(text.root.value == plain)
            #expect(text.repeatedKeys.isEmpty == (given.verdict == .accept))
        } catch {
            #expect(error == plainError)
        }
    }

    /// What is written is read again as the same.
    @Test(arguments: GrammarCase.table.filter { $0.verdict == .accept })
    func isWrittenWithoutLoss(given: GrammarCase) throws {
        let value = try JSONValue.parse(given.bytes, limits: .request)

        #expect(try JSONValue.parse(value.serialized(), limits: .request) == value)
        #expect(try JSONValue.parse(value.prettyPrinted(), limits: .request) == value)
    }

    /// A few bytes of an accepted text changed, taken out or put in: both readers still agree.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func bothReadersAgreeOnDamagedTexts(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let sources = GrammarCase.table.filter { $0.verdict != .refuse }
        let odd = Array("[]{}:,\"\\u0019-+.eE \t\ntfn/".utf8) + [0x00, 0x1F, 0x7F, 0x80, 0xC3, 0xE2, 0xED, 0xF0, 0xFF]
        for _ in 0..<25 {
            var bytes = try #require(sources.randomElement(using: &random)).bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                let byte = odd.randomElement(using: &random)!
                switch Int.random(in: 0..<3, using: &random) {
                case 0 where place < bytes.count: bytes[place] = byte
                case 1 where place < bytes.count: bytes.remove(at: place)
                default: bytes.insert(byte, at: place)
                }
            }

            let plain = Result { () throws(JSONError) in try JSONValue.parse(bytes, limits: .webhook) }
            let positioned = Result { () throws(JSONError) in try PositionedText(bytes).root.value }

            #expect(plain == positioned)
        }
    }
}
