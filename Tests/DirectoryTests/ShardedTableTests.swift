import Synchronization
import Testing

@testable import Directory

/// Counts how often keys of it are hashed: the work of a table, whatever the machine does meanwhile.
private struct CountedKey: Hashable, Sendable {
    let value: Int
    let counter: Counter

    final class Counter: Sendable {
        let hashes = Atomic(0)

        func count(_ work: () -> Void) -> Int {
            let before = hashes.load(ordering: .relaxed)
            work()
            return hashes.load(ordering: .relaxed) - before
        }
    }

    static func == (left: CountedKey, right: CountedKey) -> Bool { left.value == right.value }

    func hash(into hasher: inout Hasher) {
        counter.hashes.add(1, ordering: .relaxed)
        hasher.combine(value)
    }
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

        #expect(small.change == 2 && large.change == 2)
        #expect(small.read == 2 && large.read == 2)
        // The bucket that becomes free may be filled by a neighbour, which is hashed for it.
        #expect(small.removal < 20 && large.removal < 20)
        // Growing is paid for by the insertions before it.
        #expect(small.perInsertion < 6 && large.perInsertion < 6)
        #expect(table.count == 200_000)
    }

    @Test func keepsWhatIsPutAndForgetsWhatIsTaken() {
        let table = ShardedTable<Int, String>(shards: 4)

        #expect(table.set("a", for: 1) == nil)
        #expect(table.set("b", for: 1) == "a")
        #expect(table[1] == "b")
        #expect(table.set(nil, for: 1) == "b")
        #expect(table[1] == nil)
    }
}
