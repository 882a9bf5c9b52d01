import Push
import Telephony
import Testing

@testable import API

/// Commit, the end of the caller's patience, and the store's first word come in any order.
@Suite struct RingOnceTests {
    private static let ids = [PushID.random(), PushID.random()]

    enum Step: String, Sendable, CaseIterable {
        case learn, commit, patienceEnds
    }

    private func invites() throws -> [Invite] {
        let (user, device) = (try name("Alice"), try #require(DeviceID("d")))
        let call = try #require(CallUUID("c"))
        return Self.ids.map { id in
            Invite(
                id: id, call: call, application: .random(), user: .random(), userName: user,
                device: PushDevice(id: device, registeredAt: Timestamp(milliseconds: 0)), caller: .anonymous,
                invitedAt: Timestamp(milliseconds: 0), ringUntil: Timestamp(milliseconds: 60_000))
        }
    }

    private static let orders: [[Step]] = [
        [.learn, .commit, .patienceEnds], [.learn, .patienceEnds, .commit], [.commit, .learn, .patienceEnds],
        [.patienceEnds, .learn, .commit], [.patienceEnds, .commit, .learn], [.commit, .patienceEnds, .learn],
        [.learn, .commit], [.learn, .patienceEnds], [.commit, .learn], [.patienceEnds, .learn],
    ]

    @Test(arguments: orders)
    func ringsEachPhoneOnce(order: [Step]) throws {
        let ringer = RecordingRinger()
        let ring = RingOnce(try invites(), ringer)

        for step in order {
            switch step {
            case .learn: ring.learn(new: Self.ids)
            case .commit: ring.committed(Self.ids)
            case .patienceEnds: ring.uncommitted()
            }
        }

        #expect(ringer.rung.map(\.id) == Self.ids)
    }

    @Test func ringsOnlyWhoWasNotWokenBefore() throws {
        let (committed, uncommitted) = (RecordingRinger(), RecordingRinger())
        let first = RingOnce(try invites(), committed)
        let second = RingOnce(try invites(), uncommitted)

        first.learn(new: Self.ids)
        first.committed([Self.ids[1]])
        second.learn(new: [Self.ids[0]])
        second.uncommitted()

        #expect(committed.rung.map(\.id) == [Self.ids[1]])
        #expect(uncommitted.rung.map(\.id) == [Self.ids[0]])
    }

    @Test func aRepeatRingsNobody() throws {
        let ringer = RecordingRinger()
        let ring = RingOnce(try invites(), ringer)

        ring.learn(new: [])
        ring.repeated()
        ring.uncommitted()

        #expect(ringer.rung.isEmpty)
    }
}
