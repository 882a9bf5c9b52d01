import Glibc

/// The header fields of a received request, looked up in its bytes when they are asked for.
package struct RequestFields: Sendable {
    /// Whole lines, each ended by CRLF; the parser has checked them.
    private let lines: ArraySlice<UInt8>

    init(lines: ArraySlice<UInt8>) { self.lines = lines }

    /// The first value under `name`, without the blanks around it; bytes that are not UTF-8 become U+FFFD.
    package subscript(name: String) -> String? {
        var found: String?
        forEachValue(under: name) { value in
            found = String(decoding: value, as: UTF8.self)
            return false
        }
        return found
    }

    /// The bytes of the first value under `name`, without a copy.
    package func bytes(_ name: String) -> ArraySlice<UInt8>? {
        lines.withUnsafeBufferPointer { lines -> Range<Int>? in
            var found: Range<Int>?
            forEachValue(under: name) { value in
                // Force: a value lies in the lines, which are not empty if there is one.
                let offset = value.baseAddress.map { $0 - lines.baseAddress! } ?? 0
                found = offset..<offset + value.count
                return false
            }
            return found
        }.map { lines[lines.startIndex + $0.lowerBound..<lines.startIndex + $0.upperBound] }
    }

    /// Every value under `name`, in order.
    package func all(_ name: String) -> [String] {
        var found: [String] = []
        forEachValue(under: name) { value in
            found.append(String(decoding: value, as: UTF8.self))
            return true
        }
        return found
    }

    /// The credentials of the `Authorization` field under `scheme`, whose letter case does not matter (RFC 9110 §11.1).
    package func credentials(_ scheme: String) -> String? {
        guard let value = self["Authorization"], let blank = value.firstIndex(of: " "),
            FieldName.areEqual(String(value[..<blank]), scheme)
        else { return nil }
        return String(value[blank...].drop { $0 == " " })
    }

    /// Whether the first value under `name` begins with `text`, which is in lower case, letter case apart.
    func hasFirst(_ name: String, beginningWith text: StaticString) -> Bool {
        var found = false
        forEachValue(under: name) { value in
            if let start = value.baseAddress, value.count >= text.utf8CodeUnitCount {
                found = FieldName.isEqual(start, count: text.utf8CodeUnitCount, to: text)
            }
            return false
        }
        return found
    }

    private func forEachValue(under name: String, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) {
        var name = name
        name.withUTF8 { name in
            forEachLine { line in
                guard line.count > name.count, line[name.count] == UInt8(ascii: ":") else { return true }
                for index in name.indices
                where FieldName.lowercased(line[index]) != FieldName.lowercased(name[index]) { return true }
                return body(Self.value(of: line, after: name.count))
            }
        }
    }

    /// The lines without their CRLF, until `body` says false.
    private func forEachLine(_ body: (UnsafeBufferPointer<UInt8>) -> Bool) {
        lines.withUnsafeBufferPointer { bytes in
            guard var line = bytes.baseAddress else { return }
            let end = line + bytes.count
            while line < end, let found = memchr(line, 0x0A, end - line) {
                let lineFeed = UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
                guard body(UnsafeBufferPointer(start: line, count: lineFeed - line - 1)) else { return }
                line = lineFeed + 1
            }
        }
    }

    private static func value(of line: UnsafeBufferPointer<UInt8>, after colon: Int) -> UnsafeBufferPointer<UInt8> {
        var start = colon + 1
        var end = line.count
        while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
        while end > start, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
        return UnsafeBufferPointer(rebasing: line[start..<end])
    }
}

extension Fields {
    /// All fields of a request, decoded.
    package init(_ fields: RequestFields) {
        self.init()
        for (name, value) in fields.pairs { append(name, value) }
    }
}

extension RequestFields {
    /// Names as sent, and values, in order.
    package var pairs: [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        forEachLine { line in
            let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.count
            pairs.append(
                (
                    String(decoding: line[..<colon], as: UTF8.self),
                    String(decoding: Self.value(of: line, after: colon), as: UTF8.self)
                ))
            return true
        }
        return pairs
    }
}
