import Synchronization
import Telephony
import Testing

@testable import Directory

/// Counts how often keys of it are hashed: the work of a table, whatever the machine does meanwhile.
private struct CountedKey: ShardKey {
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

    var mark: UInt64 { UInt64(value) }

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

        #expect(small.change == 1 && large.change == 1)
        #expect(small.read == 1 && large.read == 1)
        // The bucket that becomes free may be filled by a neighbour, which is hashed for it.
        #expect(small.removal < 20 && large.removal < 20)
        // Growing is paid for by the insertions before it.
        #expect(small.perInsertion < 6 && large.perInsertion < 6)
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
