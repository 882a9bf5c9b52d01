import Synchronization
import Telephony
import Testing

@testable import Directory

/// Counts how often a table asks for its keys' marks: the work of a table, whatever the machine does meanwhile.
private struct CountedKey: ShardKey {
    let value: Int
    let counter: Counter

    final class Counter: Sendable {
        let marks = Atomic(0)

        func count(_ work: () -> Void) -> Int {
            let before = marks.load(ordering: .relaxed)
            work()
            return marks.load(ordering: .relaxed) - before
        }
    }

    static func == (left: CountedKey, right: CountedKey) -> Bool { left.value == right.value }

    var mark: UInt64 {
        counter.marks.add(1, ordering: .relaxed)
        return UInt64(value)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

@Suite struct ShardedTableTests {
    @Test func aChangeCostsTheSameHoweverMuchThereIs() {
        let counter = CountedKey.Counter()
        let table = ShardedTable<CountedKey, Int>()
        var filled = 0
        func costs(at size: Int) -> (perInsertion: Double, change: Int, removal: Int, read: Int) {
            let count = size - filled
            let insertions = counter.count {
                for value in filled..<size { table.set(value, for: CountedKey(value: value, counter: counter)) }
            }
            filled = size
            let key = CountedKey(value: size / 2, counter: counter)
            let change = counter.count { table.set(-1, for: key) }
            let read = counter.count { _ = table[key] }
            let removal = counter.count { table.set(nil, for: key) }
            table.set(size / 2, for: key)
            return (Double(insertions) / Double(count), change, removal, read)
        }

        let small = costs(at: 1_000)
        let large = costs(at: 200_000)

        // For the shard, and for the place in it.
        #expect(small.change == 2 && large.change == 2)
        #expect(small.read == 2 && large.read == 2)
        // The bucket that becomes free may be filled by a neighbour, whose place is asked for it.
        #expect(small.removal < 20 && large.removal < 20)
        // Growing is paid for by the insertions before it.
        #expect(small.perInsertion < 7 && large.perInsertion < 7)
        #expect(table.count == 200_000)
    }

    @Test func keepsWhatIsPutAndForgetsWhatIsTaken() throws {
        let table = ShardedTable<E164, String>(shards: 4)
        let key = try #require(E164("447700900000"))

        #expect(table.set("a", for: key) == nil)
        #expect(table.set("b", for: key) == "a")
        #expect(table[key] == "b")
        #expect(table.set(nil, for: key) == "b")
        #expect(table[key] == nil)
    }
}
