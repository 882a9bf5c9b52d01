import JSON
import NCCO

/// Reads one input of libFuzzer as JSON in all the ways there are, and as an NCCO. A broken promise ends the process,
/// which libFuzzer reports with the input.
func fuzzJSON(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let buffer = UnsafeBufferPointer(start: start, count: count)
    let bytes = Array(buffer)

    let plain = Result { () throws(JSONError) in try JSONValue.parse(bytes, limits: .webhook) }
    let positioned = Result { () throws(JSONError) in try PositionedText(bytes) }
    precondition(plain == positioned.map(\.root.value), "the two readers differ")
    if case .success(let value) = plain {
        precondition((try? JSONValue.parse(value.serialized())) == value, "what is written is read as something else")
    }
    if case .success(let text) = positioned { checkPlaces(text) }
    checkPlainObject(buffer, plain)
    checkCheck(bytes)
    return 0
}

/// Every value's bytes are that value.
private func checkPlaces(_ text: PositionedText) {
    text.visit { _, value, member in
        precondition((try? JSONValue.parse(text.bytes[value.range])) == value.value, "a value stands elsewhere")
        if let member {
            precondition((try? JSONValue.parse(text.bytes[member.keyRange])) == .string(member.key))
        }
    }
}

/// What the quick reader takes is an object, with the members that the other reader finds.
private func checkPlainObject(_ buffer: UnsafeBufferPointer<UInt8>, _ plain: Result<JSONValue, JSONError>) {
    var members = JSONObject()
    let isRead = PlainObject.read(buffer) { key, value in
        let key = String(decoding: key, as: UTF8.self)
        switch value {
        case .text(let text): members[key] = .string(String(decoding: text, as: UTF8.self))
        case .number(let text): members[key] = (try? JSONValue.parse(Array(text))) ?? .null
        case .nothing: members[key] = .null
        }
        return true
    }
    guard isRead else { return }
    guard case .success(.object(let object)) = plain else { preconditionFailure("the quick reader takes too much") }
    precondition(object.keys == members.keys, "the quick reader finds other members")
    for key in object.keys {
        switch members[key] {
        case .string, .number: precondition(members[key] == object[key], "the quick reader reads other values")
        default: break
        }
    }
}

/// Findings stand inside of the text, and mending ends.
private func checkCheck(_ bytes: [UInt8]) {
    for finding in NCCOCheck.findings(in: bytes, vendors: Vendor.allCases) {
        precondition(finding.range.upperBound <= bytes.count && !finding.message.isEmpty && !finding.mend.isEmpty)
        precondition(finding.line ?? 0 > 0 && finding.column ?? 0 > 0)
    }
    guard bytes.count <= 1024 else { return }
    let mended = Fixer.fixed(bytes)
    precondition(mended.count < 10_000, "mending does not end")
    precondition(Fixer.fixed(mended.bytes).count == 0, "what is mended is mended again")
}
