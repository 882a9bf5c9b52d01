import Glibc
import Testing

/// One line of `Fixtures/json/grammar.tsv`.
struct GrammarCase: Sendable, CustomTestStringConvertible {
    enum Verdict: String, Sendable {
        case accept
        case refuse
        /// JSON with a key that stands twice in an object.
        case twice
    }

    var verdict: Verdict
    var name: String
    var bytes: [UInt8]

    var testDescription: String { name }

    static let table: [GrammarCase] = lines(of: "json/grammar.tsv").compactMap(GrammarCase.init)

    private init?(_ line: Substring) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 3, let verdict = Verdict(rawValue: String(fields[0])) else { return nil }
        self.verdict = verdict
        name = String(fields[1])
        bytes = Self.unescaped(fields[2])
    }

    private static func unescaped(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static func lines(of name: String, from file: StaticString = #filePath) -> [Substring] {
        let folder = "\(file)".split(separator: "/").dropLast(2).joined(separator: "/")
        guard let stream = fopen("/\(folder)/Fixtures/\(name)", "r") else { return [] }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
    }
}
