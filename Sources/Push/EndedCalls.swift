import Telephony

/// The calls that ended lately, so that an invite that comes after the end rings nobody.
struct EndedCalls {
    private var calls: Set<CallUUID> = []
    private var order: [CallUUID] = []
    private var oldest = 0
    private let limit: Int

    init(limit: Int = 10_000) {
        self.limit = limit
    }

    mutating func insert(_ call: CallUUID) {
        guard calls.insert(call).inserted else { return }
        if order.count < limit {
            order.append(call)
        } else {
            calls.remove(order[oldest])
            order[oldest] = call
            oldest = (oldest + 1) % limit
        }
    }

    func contains(_ call: CallUUID) -> Bool { calls.contains(call) }
}
