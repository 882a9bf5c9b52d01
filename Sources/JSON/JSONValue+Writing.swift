extension JSONValue {
    /// Appends the value without blanks, as `JSON.stringify` writes it: `/` and characters beyond ASCII stand as they are.
    package func write(to output: inout [UInt8]) {
        switch self {
        case .null: output.append(text: "null")
        case .bool(let value): output.append(text: value ? "true" : "false")
        case .number(let number): output.append(text: number.text)
        case .string(let text): text.writeJSONString(to: &output)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for index in elements.indices {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                elements[index].write(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let object): object.write(to: &output)
        }
    }

    /// The value's bytes without blanks.
    package func serialized() -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(256)
        write(to: &output)
        return output
    }

    /// The value's text without blanks.
    package var serializedText: String { String(decoding: serialized(), as: UTF8.self) }

    /// The value on several lines, for people.
    package func prettyPrinted(indent: Int = 2) -> String {
        var output: [UInt8] = []
        writePretty(to: &output, indent: indent, depth: 0)
        return String(decoding: output, as: UTF8.self)
    }

    private func writePretty(to output: inout [UInt8], indent: Int, depth: Int) {
        func newLine(_ depth: Int) {
            output.append(UInt8(ascii: "\n"))
            output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * depth))
        }
        switch self {
        case .array(let elements) where !elements.isEmpty:
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                newLine(depth + 1)
                element.writePretty(to: &output, indent: indent, depth: depth + 1)
            }
            newLine(depth)
            output.append(UInt8(ascii: "]"))
        case .object(let object) where !object.isEmpty:
            output.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                newLine(depth + 1)
                member.key.writeJSONString(to: &output)
                output.append(contentsOf: ": ".utf8)
                member.value.writePretty(to: &output, indent: indent, depth: depth + 1)
            }
            newLine(depth)
            output.append(UInt8(ascii: "}"))
        default: write(to: &output)
        }
    }
}

extension JSONObject {
    /// Appends the object without blanks, members in order.
    package func write(to output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        for index in 0..<count {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            keys[index].writeJSONString(to: &output)
            output.append(UInt8(ascii: ":"))
            values[index].write(to: &output)
        }
        output.append(UInt8(ascii: "}"))
    }

    /// The object's bytes without blanks.
    package func serialized() -> [UInt8] { JSONValue.object(self).serialized() }
}

extension JSONValue: CustomStringConvertible {
    package var description: String { serializedText }
}

extension [UInt8] {
    fileprivate mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }
}
