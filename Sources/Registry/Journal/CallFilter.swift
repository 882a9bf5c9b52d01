import SQLite
import Telephony

/// Which calls there is anything of: an answer of «no» is certain and spares a look into the store, which most calls
/// would need for their first webhook; «yes» may be wrong.
///
/// A Bloom filter of four bits a call, all in one word. With up to four calls a word it is wrong in a few of a thousand
/// cases. What is taken back by a roll-back stays in it. Belongs to the writer's thread.
struct CallFilter {
    private var words: [UInt64]
    private let seed = (UInt64.random(in: 1...(.max)), UInt64.random(in: 1...(.max)))

    /// - Parameter expected: how many calls there are now; there is room for as many again and a million.
    init(expected: Int = 0) {
        var count = 1 << 18
        while count * 4 < 2 * expected + 1_000_000 { count *= 2 }
        words = Array(repeating: 0, count: count)
    }

    /// A filter of the calls in the tables.
    init(reading connection: Connection) throws {
        let count = try connection.row("SELECT coalesce(max(id), 0) FROM calls") { $0.int(0) } ?? 0
        self.init(expected: count)
        var words = words
        let filter = self
        try connection.each("SELECT uuid FROM calls") { row in
            guard let call = row.call(0) else { return }
            let (index, bits) = filter.place(of: call)
            words[index] |= bits
        }
        self.words = words
    }

    /// Adds the calls whose row comes after that one.
    mutating func read(_ connection: Connection, after row: Int64) throws {
        let calls = try connection.rows("SELECT uuid FROM calls WHERE id > ?", .integer(row)) { $0.call(0) }
        for call in calls { if let call { insert(call) } }
    }

    func mayContain(_ call: CallUUID) -> Bool {
        let (index, bits) = place(of: call)
        return words[index] & bits == bits
    }

    /// Inserts a call. Returns whether it was certainly not there.
    mutating func add(_ call: CallUUID) -> Bool {
        let (index, bits) = place(of: call)
        let isNew = words[index] & bits != bits
        words[index] |= bits
        return isNew
    }

    mutating func insert(_ call: CallUUID) {
        let (index, bits) = place(of: call)
        words[index] |= bits
    }

    private func place(of call: CallUUID) -> (index: Int, bits: UInt64) {
        let hash = hash(of: call)
        var bits: UInt64 = 0
        for step in 0..<4 as Range<UInt64> { bits |= 1 << (hash >> (6 * step) & 63) }
        return (Int(hash >> 32) & (words.count - 1), bits)
    }

    /// A product of the two halves with words that nobody knows: as good here as the hash of the standard library, and
    /// much quicker.
    private func hash(of call: CallUUID) -> UInt64 {
        guard let uuid = call.uuid else { return UInt64(bitPattern: Int64(call.hashValue)) }
        let product = (uuid.high ^ seed.0).multipliedFullWidth(by: uuid.low ^ seed.1)
        return product.high ^ product.low
    }
}
