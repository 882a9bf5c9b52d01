import Synchronization
import Telephony

/// The replies of the last two minutes, for webhooks that come again, and who was woken for their calls.
///
/// In memory, so that a repeat is answered while the disk is gone. Bounded by bytes; what does not fit is found in the
/// store by the writer.
final class RecentAnswers: Sendable {
    struct Key: Hashable, Sendable {
        let call: CallUUID
        let kind: AnswerKind
    }

    private struct Kept: Sendable {
        let key: Key
        let reply: [UInt8]
        let receivedAt: Timestamp
        let devices: [DeviceID]
    }

    private struct State: Sendable {
        var replies: [Key: (reply: [UInt8], receivedAt: Timestamp)] = [:]
        var woken: [CallUUID: Set<DeviceID>] = [:]
        /// In the order they came; `first` is the index of the oldest one that is kept.
        var order: [Kept] = []
        var first = 0
        var bytes = 0
    }

    private let byteLimit: Int
    /// Held for a look-up or an insertion.
    private let state = Mutex(State())

    init(byteLimit: Int = 64 << 20) { self.byteLimit = byteLimit }

    /// The reply of an earlier answer whose window is open at `now`.
    func reply(to key: Key, at now: Timestamp) -> [UInt8]? {
        state.withLock { state in
            guard let kept = state.replies[key], kept.receivedAt.advanced(by: AnswerRecord.repeatWindow) > now else {
                return nil
            }
            return kept.reply
        }
    }

    /// Keeps an answer, unless it repeats one, whose reply is returned then; else which of its invites wake a phone
    /// that no other answer of the call has woken.
    func keep(_ answer: AnswerRecord) -> (repeats: [UInt8]?, new: [PushID]) {
        let key = Key(call: answer.call, kind: answer.kind)
        return state.withLock { state in
            if let kept = state.replies[key],
                kept.receivedAt.advanced(by: AnswerRecord.repeatWindow) > answer.receivedAt
            {
                return (kept.reply, [])
            }
            var new: [PushID] = []
            var devices: [DeviceID] = []
            for invite in answer.invites where state.woken[answer.call, default: []].insert(invite.device).inserted {
                new.append(invite.id)
                devices.append(invite.device)
            }
            add(
                Kept(key: key, reply: answer.reply, receivedAt: answer.receivedAt, devices: devices), to: &state)
            return (nil, new)
        }
    }

    /// Keeps an answer of an earlier run.
    func keep(_ answer: StoredAnswer) {
        state.withLock { state in
            add(
                Kept(
                    key: Key(call: answer.call, kind: answer.kind), reply: answer.reply,
                    receivedAt: answer.receivedAt, devices: []), to: &state)
        }
    }

    var count: Int { state.withLock { $0.replies.count } }

    private func add(_ kept: Kept, to state: inout State) {
        state.replies[kept.key] = (kept.reply, kept.receivedAt)
        state.order.append(kept)
        state.bytes += Self.cost(of: kept)
        // The clock of the newest decides, so that nothing needs a timer.
        let oldest = kept.receivedAt.advanced(by: .zero - AnswerRecord.repeatWindow)
        while state.first < state.order.count - 1,
            state.bytes > byteLimit || state.order[state.first].receivedAt <= oldest
        {
            forgetOldest(&state)
        }
        if state.first > 1024, state.first > state.order.count / 2 {
            state.order.removeFirst(state.first)
            state.first = 0
        }
    }

    private func forgetOldest(_ state: inout State) {
        let kept = state.order[state.first]
        state.first += 1
        state.bytes -= Self.cost(of: kept)
        // The same key may have been answered anew since.
        if state.replies[kept.key]?.receivedAt == kept.receivedAt { state.replies[kept.key] = nil }
        guard var woken = state.woken[kept.key.call] else { return }
        woken.subtract(kept.devices)
        state.woken[kept.key.call] = woken.isEmpty ? nil : woken
    }

    /// The bytes of the reply and about what the tables add.
    private static func cost(of kept: Kept) -> Int { kept.reply.count + 256 + 64 * kept.devices.count }
}
