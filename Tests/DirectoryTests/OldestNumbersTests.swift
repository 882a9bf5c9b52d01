import Telephony
import TestSupport
import Testing

@testable import Directory

@Suite struct OldestNumbersTests {
    /// Against the plain way to do it: sort them all.
    @Test(arguments: 0..<60)
    func theFirstIsTheOldest(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var numbers = OldestNumbers()
        var model: [String: Int64] = [:]

        for _ in 0..<300 {
            let digits = String(447_700_900_000 + Int.random(in: 0..<40, using: &random))
            let number = try #require(E164(digits))
            if Int.random(in: 0..<3, using: &random) == 0 {
                numbers.remove(number)
                model[digits] = nil
            } else {
                let time = Int64.random(in: 0..<10, using: &random)
                numbers.insert(number, linkedAt: time)
                model[digits] = time
            }

            let sorted = model.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
            #expect(numbers.first?.digits == sorted.first)
            #expect(numbers.isEmpty == model.isEmpty)
        }
        let sorted = model.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
        #expect(numbers.all.map(\.digits) == sorted)
    }
}
