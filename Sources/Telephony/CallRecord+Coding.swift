/// The record as bytes, for one column of the store: a version, then each property that has a value as its tag, trust,
/// time and value. Equal records have equal bytes.
extension CallRecord {
    private static let version: UInt8 = 1

    package func encoded() -> [UInt8] {
        func size(_ value: Joined<JoinedText>?) -> Int { value?.value.text.utf8.count ?? 0 }
        var texts = size(shownCallValue) + size(shownConversationValue) + size(directionValue) + size(fromValue)
        texts += size(toValue) + size(fromUserValue) + size(durationValue) + size(rateValue) + size(priceValue)
        texts += size(networkValue) + size(detailValue) + size(disconnectedByValue) + size(reasonValue)
        return [UInt8](unsafeUninitializedCapacity: RecordWriter.room(forTexts: texts)) { buffer, count in
            count = write(into: buffer)
        }
    }

    /// Returns the number of bytes.
    private func write(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var writer = RecordWriter(buffer: buffer)
        writer.put(Self.version)
        writer.put(.status, Int64(statusRank))
        writer.put(.shownCall, shownCallValue)
        writer.put(.shownConversation, shownConversationValue)
        writer.put(.direction, directionValue)
        writer.put(.from, fromValue)
        writer.put(.to, toValue)
        writer.put(.fromUser, fromUserValue)
        writer.put(.startTime, startTimeValue)
        writer.put(.endTime, endTimeValue)
        writer.put(.answeredAt, answeredAtValue)
        writer.put(.firstEventAt, firstEventAtValue)
        writer.put(.lastEventAt, lastEventAtValue)
        writer.put(.duration, durationValue)
        writer.put(.rate, rateValue)
        writer.put(.price, priceValue)
        writer.put(.network, networkValue)
        writer.put(.detail, detailValue)
        writer.put(.sipCode, sipCodeValue)
        writer.put(.disconnectedBy, disconnectedByValue)
        writer.put(.reason, reasonValue)
        writer.put(.lastHeard, lastHeardValue)
        return writer.count
    }

    /// Reads what `encoded()` wrote. Fails on anything else.
    package init?(decoding bytes: [UInt8]) {
        self.init()
        var reader = RecordReader(bytes: bytes)
        guard reader.byte() == Self.version else { return nil }
        while let tag = reader.byte() {
            guard let field = RecordField(rawValue: tag), read(field, from: &reader) else { return nil }
        }
        guard (0...CallStatus.states.count).contains(statusRank) else { return nil }
    }

    private mutating func read(_ field: RecordField, from reader: inout RecordReader) -> Bool {
        func text(_ value: inout Joined<JoinedText>?) -> Bool {
            value = reader.text()
            return value != nil
        }
        func number(_ value: inout Joined<Int64>?) -> Bool {
            value = reader.number()
            return value != nil
        }
        func plain(_ value: inout Int64?) -> Bool {
            value = reader.integer()
            return value != nil
        }
        switch field {
        case .status:
            guard let rank = reader.integer().flatMap({ Int(exactly: $0) }) else { return false }
            statusRank = rank
            return true
        case .shownCall: return text(&shownCallValue)
        case .shownConversation: return text(&shownConversationValue)
        case .direction: return text(&directionValue)
        case .from: return text(&fromValue)
        case .to: return text(&toValue)
        case .fromUser: return text(&fromUserValue)
        case .startTime: return number(&startTimeValue)
        case .endTime: return number(&endTimeValue)
        case .answeredAt: return plain(&answeredAtValue)
        case .firstEventAt: return plain(&firstEventAtValue)
        case .lastEventAt: return plain(&lastEventAtValue)
        case .duration: return text(&durationValue)
        case .rate: return text(&rateValue)
        case .price: return text(&priceValue)
        case .network: return text(&networkValue)
        case .detail: return text(&detailValue)
        case .sipCode: return number(&sipCodeValue)
        case .disconnectedBy: return text(&disconnectedByValue)
        case .reason: return text(&reasonValue)
        case .lastHeard: return plain(&lastHeardValue)
        }
    }
}

/// Tags of the stored record. A number never changes its meaning.
private enum RecordField: UInt8 {
    case status = 1
    case shownCall = 2
    case shownConversation = 3
    case direction = 4
    case from = 5
    case to = 6
    case fromUser = 7
    case startTime = 8
    case endTime = 9
    case answeredAt = 10
    case firstEventAt = 11
    case lastEventAt = 12
    case duration = 13
    case rate = 14
    case price = 15
    case network = 16
    case detail = 17
    case sipCode = 18
    case disconnectedBy = 19
    case reason = 20
    case lastHeard = 21
}

/// Writes into a buffer with room for all of it. Every record in the store passes through it, and appending to an array
/// byte by byte takes several times as long.
private struct RecordWriter {
    let buffer: UnsafeMutableBufferPointer<UInt8>
    var count = 0

    /// The longest number is ten bytes; a field has a tag and three numbers at most, and there are fewer than 32 fields.
    static func room(forTexts bytes: Int) -> Int { 1 + 32 * (1 + 3 * 10) + bytes }

    init(buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func put(_ field: RecordField, _ value: Joined<JoinedText>?) {
        guard let value else { return }
        put(field.rawValue)
        put(Int64(value.trust))
        put(value.time)
        value.value.text.withBytes { text in
            put(Int64(text.count))
            _ = UnsafeMutableBufferPointer(rebasing: buffer[count...]).update(fromContentsOf: text)
            count += text.count
        }
    }

    mutating func put(_ field: RecordField, _ value: Joined<Int64>?) {
        guard let value else { return }
        put(field.rawValue)
        put(Int64(value.trust))
        put(value.time)
        put(value.value)
    }

    mutating func put(_ field: RecordField, _ value: Int64?) {
        guard let value else { return }
        put(field.rawValue)
        put(value)
    }

    mutating func put(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
    }

    /// Seven bits a byte, least significant first; the sign is the lowest bit.
    private mutating func put(_ number: Int64) {
        var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
        while rest > 0x7F {
            put(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        put(UInt8(rest))
    }
}

private struct RecordReader {
    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func byte() -> UInt8? {
        guard index < bytes.count else { return nil }
        index += 1
        return bytes[index - 1]
    }

    mutating func integer() -> Int64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while let byte = byte() {
            guard shift < 64 else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 { return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
        }
        return nil
    }

    mutating func number() -> Joined<Int64>? {
        guard let trust = integer(), let time = integer(), let value = integer() else { return nil }
        return Joined(trust: Int(trust), time: time, value: value)
    }

    mutating func text() -> Joined<JoinedText>? {
        guard let trust = integer(), let time = integer(), let count = integer(),
            count >= 0, count <= bytes.count - index
        else { return nil }
        let text = String(decoding: bytes[index..<index + Int(count)], as: UTF8.self)
        index += Int(count)
        return Joined(trust: Int(trust), time: time, value: JoinedText(text))
    }
}
