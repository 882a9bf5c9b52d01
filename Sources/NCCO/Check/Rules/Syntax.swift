import JSON

/// N001: the text is JSON.
func syntaxFinding(_ error: JSONError, in bytes: [UInt8]) -> Finding {
    let start = min(error.offset, bytes.count)
    var finding = Finding(
        .notAnArray, "not JSON: \(error.reason)", mend: "Write JSON as RFC 8259 has it.", at: JSONPointer(),
        range: start..<min(start + 1, bytes.count))
    finding.line = error.line
    finding.column = error.column
    switch error.kind {
    case .empty: finding.mend = "Write an array of actions: [{\"action\": \"talk\", \"text\": \"Hello.\"}]."
    case .unexpectedEnd: finding.mend = "Close what is still open: a quote, a bracket or a brace is missing."
    case .unexpected(let byte): describe(byte, at: start, in: bytes, &finding)
    case .trailingText: describe(bytes[start], at: start, in: bytes, &finding)
    default: break
    }
    return finding
}

/// The mistakes that people make because other languages allow them.
private func describe(_ byte: UInt8, at start: Int, in bytes: [UInt8], _ finding: inout Finding) {
    let isClosing = byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    if isClosing, let comma = lastNonBlank(before: start, in: bytes), bytes[comma] == UInt8(ascii: ",") {
        finding.message = "not JSON: a comma stands after the last one"
        finding.mend = "Take the comma out."
        finding.fix = .replacing(comma..<comma + 1, with: "")
    } else if let comment = comment(at: start, in: bytes) {
        finding.message = "not JSON: JSON has no comments"
        finding.mend = "Take the comment out."
        finding.fix = .replacing(comment, with: "")
    } else {
        switch byte {
        case UInt8(ascii: "'"): finding.mend = "Write texts and names in double quotes."
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["): finding.mend = "Put a comma in front of it."
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            finding.mend = "Write texts and names in double quotes."
        default: break
        }
    }
}

private func lastNonBlank(before start: Int, in bytes: [UInt8]) -> Int? {
    bytes[..<start].lastIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
}

/// The bytes of a comment as C has it that begins here.
private func comment(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
    let rest = bytes[start...]
    if rest.starts(with: Array("//".utf8)) {
        return start..<(rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)
    }
    guard rest.starts(with: Array("/*".utf8)) else { return nil }
    var place = start + 2
    while place + 1 < bytes.count {
        if bytes[place] == UInt8(ascii: "*"), bytes[place + 1] == UInt8(ascii: "/") { return start..<place + 2 }
        place += 1
    }
    return nil
}
