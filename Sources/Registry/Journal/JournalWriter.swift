import Telephony

/// Puts records together to the bytes of one row of the journal: a version, then each record with its length.
///
/// What may be missing begins with a number: 0 for nothing, else 1 and the length, or 1.
struct JournalWriter {
    static let version: UInt8 = 1

    /// What is in it so far, to be written as it is.
    private(set) var row: [UInt8] = [version]
    private(set) var count = 0
    private var start = 0

    /// Empties it, and keeps its room unless that is large.
    mutating func removeAll() {
        if row.capacity > 1 << 21 {
            row = [Self.version]
        } else {
            row.removeAll(keepingCapacity: true)
            row.append(Self.version)
        }
        count = 0
    }

    /// Adds one record, which `body` writes.
    mutating func add(_ body: (inout JournalWriter) -> Void) {
        start = row.count
        for _ in 0..<4 { row.append(0) }
        body(&self)
        let length = UInt32(row.count - start - 4)
        for index in 0..<4 { row[start + index] = UInt8(truncatingIfNeeded: length >> UInt32(8 * index)) }
        count += 1
    }

    /// One record by itself.
    ///
    /// - Parameter room: about how many bytes it takes.
    static func record(room: Int, _ body: (inout JournalWriter) -> Void) -> [UInt8] {
        var writer = JournalWriter()
        writer.row = []
        writer.row.reserveCapacity(room)
        writer.add(body)
        return writer.row
    }

    /// Adds a record that was written by itself.
    mutating func add(_ record: [UInt8]) {
        row.append(contentsOf: record)
        count += 1
    }

    mutating func put(_ byte: UInt8) { row.append(byte) }

    mutating func put(_ flag: Bool) { row.append(flag ? 1 : 0) }

    /// Seven bits a byte, least significant first; the sign is the lowest bit.
    mutating func put(_ number: Int64) { put(unsigned: UInt64(bitPattern: number << 1 ^ number >> 63)) }

    mutating func put(_ number: Int64?) {
        put(number != nil)
        if let number { put(number) }
    }

    mutating func put(_ text: String?) {
        guard var text else { return row.append(0) }
        text.withUTF8 { put($0) }
    }

    mutating func put(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { put($0) }
    }

    mutating func put(_ uuid: UUID128?) {
        put(uuid != nil)
        guard let uuid else { return }
        withUnsafeBytes(of: (uuid.high.bigEndian, uuid.low.bigEndian)) { row.append(contentsOf: $0) }
    }

    mutating func put(_ call: CallUUID?) {
        put(call?.uuid)
        if call?.uuid == nil { put(call?.text) }
    }

    mutating func put(_ conversation: ConversationID?) {
        put(conversation?.uuid)
        if conversation?.uuid == nil { put(conversation?.text) }
    }

    mutating func put(_ facts: CallEvent) {
        put(facts.call)
        put(facts.shownCall)
        put(facts.conversation)
        put(facts.shownConversation)
        put(facts.status?.rawValue)
        put(facts.direction?.rawValue)
        put(facts.from)
        put(facts.to)
        put(facts.fromUser)
        put(facts.timestamp?.milliseconds)
        put(facts.startTime?.milliseconds)
        put(facts.endTime?.milliseconds)
        put(facts.duration)
        put(facts.rate)
        put(facts.price)
        put(facts.network)
        put(facts.detail)
        put(facts.sipCode.map(Int64.init))
        put(facts.disconnectedBy)
        put(facts.reason)
        put(facts.isAnswer)
        put(facts.receivedAt.milliseconds)
    }

    private mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        put(unsigned: UInt64(bytes.count) + 1)
        row.append(contentsOf: bytes)
    }

    private mutating func put(unsigned number: UInt64) {
        var rest = number
        while rest > 0x7F {
            row.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        row.append(UInt8(rest))
    }
}
