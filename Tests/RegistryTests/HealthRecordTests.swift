import Telephony
import Testing

@testable import Registry

/// What the writer tells of its transactions.
struct HealthRecordTests {
    private let time = Timestamp(milliseconds: 1_772_355_600_000)

    @Test func aTransactionThatTookTooLongIsTold() {
        let health = HealthRecord(at: time, slowCommit: .zero)

        health.began(at: time)

        #expect(health.ended() != nil)
        #expect(health.health.condition == .ok)
    }

    @Test func anOrdinaryOneIsNot() {
        let health = HealthRecord(at: time, slowCommit: .seconds(3600))

        health.began(at: time)

        #expect(health.ended() == nil)
        #expect(health.ended() == nil)
    }
}
