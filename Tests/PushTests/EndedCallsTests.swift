import Telephony
import Testing

@testable import Push

struct EndedCallsTests {
    @Test func oldestIsForgottenFirst() throws {
        var ended = EndedCalls(limit: 2)
        let calls = try ["a", "b", "c"].map { try #require(CallUUID($0)) }

        for call in calls + [calls[2]] { ended.insert(call) }

        #expect(calls.map(ended.contains) == [false, true, true])
    }
}
