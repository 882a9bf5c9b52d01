import Telephony

/// What a store that cannot be written keeps in memory until it can: answers and the results of pushes.
///
/// Belongs to the writer's thread.
struct Backlog {
    enum Item: Sendable {
        case answer(AnswerRecord)
        case push(PushResult)
    }

    let callLimit: Int
    private var items: [Item] = []
    private var answers = 0
    /// How many found no room.
    private(set) var dropped = 0

    init(callLimit: Int) { self.callLimit = callLimit }

    var count: Int { items.count }
    var isEmpty: Bool { items.isEmpty }

    /// Adds an item. Beyond the limit the oldest make room.
    mutating func append(_ item: Item) {
        items.append(item)
        if case .answer = item { answers += 1 }
        // Four results a call is more than a phone each and two tries come to, on the whole.
        guard answers > callLimit || items.count > 5 * callLimit else { return }
        // A tenth at a time, so that dropping costs little even when every call must drop one.
        let count = max(1, items.count / 10)
        drop(count)
        dropped += count
    }

    /// The oldest ones.
    func prefix(_ count: Int) -> ArraySlice<Item> { items.prefix(count) }

    /// They have been written.
    mutating func removeFirst(_ count: Int) { drop(count) }

    private mutating func drop(_ count: Int) {
        for case .answer in items.prefix(count) { answers -= 1 }
        items.removeFirst(count)
    }
}
