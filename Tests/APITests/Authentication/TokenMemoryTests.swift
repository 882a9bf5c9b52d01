import Crypto
import Telephony
import Testing

@testable import API

@Suite struct TokenMemoryTests {
    private let start = Timestamp(seconds: 1000)
    private let one = SHA256.digest(of: [1])
    private let two = SHA256.digest(of: [2])

    @Test func admitsTheSameContentAgainAndNoOther() {
        let memory = TokenMemory()

        #expect(memory.admits("a", digest: one, at: start))
        #expect(memory.admits("a", digest: one, at: start))
        #expect(!memory.admits("a", digest: two, at: start))
        #expect(memory.admits("b", digest: two, at: start))
    }

    @Test func forgetsWhatIsTooOldToBeAcceptedAnyway() {
        let memory = TokenMemory(lifetime: .seconds(360))

        #expect(memory.admits("a", digest: one, at: start))
        #expect(!memory.admits("a", digest: two, at: start.advanced(by: .seconds(360))))
        #expect(memory.admits("a", digest: two, at: start.advanced(by: .seconds(361))))
        #expect(!memory.admits("a", digest: one, at: start.advanced(by: .seconds(362))))
    }

    @Test func keepsNothingForTwiceItsLifetime() {
        let memory = TokenMemory(lifetime: .seconds(360), shards: 1)
        for number in 0..<1000 { #expect(memory.admits("id-\(number)", digest: one, at: start)) }
        for number in 0..<3 {
            let later = start.advanced(by: .seconds(361 * (number + 1)))
            #expect(memory.admits("later-\(number)", digest: one, at: later))
        }

        #expect(memory.count <= 3)
    }

    @Test func staysWithinItsCapacityAndForgetsTheOlderHalf() {
        let memory = TokenMemory(capacity: 3000, shards: 1)
        for number in 0..<10_000 { #expect(memory.admits("id-\(number)", digest: one, at: start)) }

        #expect((1500...3000).contains(memory.count))
        for number in 8500..<10_000 { #expect(!memory.admits("id-\(number)", digest: two, at: start), "\(number)") }
        #expect(!memory.admits("id-9999", digest: two, at: start))
        #expect(memory.admits("id-0", digest: two, at: start))
    }

    @Test func contentThatIsNotKnownMayBeAny() {
        let memory = TokenMemory()

        #expect(memory.admits("a", digest: nil, at: start))
        #expect(memory.admits("a", digest: one, at: start))
    }

    @Test func allPartsTogetherStayWithinTheCapacity() {
        let memory = TokenMemory(capacity: 3000, shards: 16)
        for number in 0..<10_000 { #expect(memory.admits("id-\(number)", digest: one, at: start)) }

        #expect(memory.count <= 3000)
        #expect(memory.count > 1400)
        #expect(!memory.admits("id-9999", digest: two, at: start))
        #expect(memory.admits("id-0", digest: two, at: start))
    }
}
