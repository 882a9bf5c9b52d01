import Telephony

/// Reads one record of the journal.
///
/// What is cut off reads as nothing and sets `hasFailed`, so that the caller asks once, at the end.
struct JournalReader {
    private let row: [UInt8]
    private var index: Int
    private let end: Int
    private(set) var hasFailed = false

    /// The records of one row, each with a reader of its own; nil when the row is not what a `JournalWriter` wrote.
    static func records(of row: [UInt8]) -> [JournalReader]? {
        guard row.first == JournalWriter.version else { return nil }
        var readers: [JournalReader] = []
        var index = 1
        while index < row.count {
            guard index + 4 <= row.count else { return nil }
            let length = (0..<4).reduce(0) { $0 | Int(row[index + $1]) << (8 * $1) }
            index += 4
            guard length <= row.count - index else { return nil }
            readers.append(JournalReader(row: row, index: index, end: index + length))
            index += length
        }
        return readers
    }

    private init(row: [UInt8], index: Int, end: Int) {
        self.row = row
        self.index = index
        self.end = end
    }

    var isAtEnd: Bool { index == end }

    /// All of the record, before any of it has been read.
    var rest: [UInt8] { Array(row[index..<end]) }

    mutating func byte() -> UInt8? {
        guard index < end else {
            hasFailed = true
            return nil
        }
        index += 1
        return row[index - 1]
    }

    mutating func flag() -> Bool { byte() == 1 }

    /// A number that is always there.
    mutating func number() -> Int64 {
        let value = unsigned()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    mutating func time() -> Timestamp { Timestamp(milliseconds: number()) }

    /// A number that may be missing.
    mutating func integer() -> Int64? { flag() ? number() : nil }

    mutating func bytes() -> [UInt8]? { slice().map { bytes($0) } }

    mutating func text() -> String? { slice().map { text($0) } }

    /// What stands at a place that `slice` has told.
    func bytes(_ place: Range<Int>) -> [UInt8] { Array(row[place]) }

    func text(_ place: Range<Int>) -> String {
        row.withUnsafeBufferPointer { String(decoding: $0[place], as: UTF8.self) }
    }

    mutating func uuid() -> UUID128? {
        guard flag() else { return nil }
        return UUID128(high: word(), low: word())
    }

    mutating func call() -> CallUUID? { uuid().map { CallUUID($0) } ?? text().flatMap { CallUUID($0) } }

    mutating func conversation() -> ConversationID? {
        uuid().map { ConversationID($0) } ?? text().flatMap { ConversationID($0) }
    }

    mutating func facts() -> CallEvent {
        var facts = CallEvent(receivedAt: Timestamp(milliseconds: 0))
        facts.call = call()
        facts.shownCall = text()
        facts.conversation = conversation()
        facts.shownConversation = text()
        facts.status = text().map(CallStatus.init(rawValue:))
        facts.direction = text().flatMap(CallDirection.init(rawValue:))
        facts.from = text()
        facts.to = text()
        facts.fromUser = text()
        facts.timestamp = integer().map(Timestamp.init(milliseconds:))
        facts.startTime = integer().map(Timestamp.init(milliseconds:))
        facts.endTime = integer().map(Timestamp.init(milliseconds:))
        facts.duration = text()
        facts.rate = text()
        facts.price = text()
        facts.network = text()
        facts.detail = text()
        facts.sipCode = integer().map { Int($0) }
        facts.disconnectedBy = text()
        facts.reason = text()
        facts.isAnswer = flag()
        facts.receivedAt = time()
        return facts
    }

    private mutating func word() -> UInt64 {
        guard end - index >= 8 else {
            hasFailed = true
            index = end
            return 0
        }
        defer { index += 8 }
        return row.withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt64.self)) }
    }

    private mutating func unsigned() -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while let byte = byte(), shift < 64 {
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        hasFailed = true
        return 0
    }

    /// Passes over a text that may be missing. Returns where it stands.
    @discardableResult
    mutating func slice() -> Range<Int>? {
        let size = unsigned()
        guard size > 0 else { return nil }
        guard size - 1 <= UInt64(end - index) else {
            hasFailed = true
            return nil
        }
        let start = index
        index += Int(size - 1)
        return start..<index
    }
}
