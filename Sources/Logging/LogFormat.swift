/// The shape of a log line.
package enum LogFormat: Sendable {
    /// `2026-03-01T09:00:00.101Z info answer.replied to=…0001 count=2`: for people, and for `grep`.
    case text
    /// One JSON object a line, for collectors: `{"time":…,"level":…,"event":…,…}`.
    case json

    /// From the word a setting has.
    package init?(_ word: String) {
        switch word {
        case "text": self = .text
        case "json": self = .json
        default: return nil
        }
    }

    func line(_ time: LogTime, _ level: Level, _ event: StaticString, _ fields: [LogField]) -> [UInt8] {
        var line = LogLine(capacity: 128)
        switch self {
        case .text:
            line.append(time.description)
            line.append(" ")
            line.append(level.description)
            line.append(" ")
            line.append(event.description)
            for field in fields {
                line.append(" ")
                line.append(field.key.description)
                line.append("=")
                line.appendWord(field.value.description)
            }
        case .json:
            line.append(#"{"time":""#)
            line.append(time.description)
            line.append(#"","level":""#)
            line.append(level.description)
            line.append(#"","event":"#)
            line.appendQuoted(event.description)
            for field in fields {
                line.append(",")
                line.appendQuoted(field.key.description)
                line.append(":")
                switch field.value {
                case let number as any BinaryInteger: line.append(String(describing: number))
                case let flag as Bool: line.append(flag ? "true" : "false")
                default: line.appendQuoted(field.value.description)
                }
            }
            line.append("}")
        }
        line.append("\n")
        return line.bytes
    }
}

/// One field of a log line.
struct LogField: Sendable {
    var key: StaticString
    var value: any CustomStringConvertible & Sendable
}

/// The bytes of a line that is being made.
private struct LogLine {
    var bytes: [UInt8] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// A value of the text form: bare when it is one plain word, else quoted.
    mutating func appendWord(_ text: String) {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=") }
            && !text.unicodeScalars.contains { Self.movesTheCursor($0) }
        if isPlain { append(text) } else { appendQuoted(text) }
    }

    /// A JSON string (RFC 8259 §7). Everything that could end the line or move a terminal's cursor is escaped.
    mutating func appendQuoted(_ text: String) {
        append("\"")
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": append("\\\"")
            case "\\": append("\\\\")
            case "\n": append("\\n")
            case "\r": append("\\r")
            case "\t": append("\\t")
            case _ where Self.movesTheCursor(scalar):
                let digits = String(scalar.value, radix: 16)
                append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
        append("\"")
    }

    /// C0 and C1 controls, line and paragraph separators, and the marks that turn the direction of writing.
    private static func movesTheCursor(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
