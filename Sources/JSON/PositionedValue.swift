/// A JSON value that knows where in its text it stands.
package struct PositionedValue: Sendable {
    package enum Content: Sendable {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string(String)
        case array([PositionedValue])
        /// All members of the text, also those whose key comes again.
        case object([PositionedMember])
    }

    package let content: Content
    /// Bytes of the text, quotes and brackets included.
    package let range: Range<Int>
}

/// One member of an object with its places.
package struct PositionedMember: Sendable {
    package let key: String
    /// Bytes of the key with its quotes.
    package let keyRange: Range<Int>
    package let value: PositionedValue

    /// From the key's first quote to the end of the value.
    package var range: Range<Int> { keyRange.lowerBound..<value.range.upperBound }
}

extension PositionedValue {
    package var isNull: Bool {
        if case .null = content { true } else { false }
    }

    package var bool: Bool? {
        if case .bool(let value) = content { value } else { nil }
    }

    package var number: JSONNumber? {
        if case .number(let value) = content { value } else { nil }
    }

    package var string: String? {
        if case .string(let value) = content { value } else { nil }
    }

    package var array: [PositionedValue]? {
        if case .array(let value) = content { value } else { nil }
    }

    package var members: [PositionedMember]? {
        if case .object(let value) = content { value } else { nil }
    }

    /// The member of that name, if this is an object that has it; the last one, where there are several.
    package func member(_ key: String) -> PositionedMember? { members?.last { $0.key.isSameText(as: key) } }

    package subscript(key: String) -> PositionedValue? { member(key)?.value }

    package subscript(index: Int) -> PositionedValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The value without its places; of members with one key the last one counts.
    package var value: JSONValue {
        switch content {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .array(let elements): .array(elements.map(\.value))
        case .object(let members): .object(JSONObject(members: members))
        }
    }

    /// The kind of value in words, for messages.
    package var kind: String {
        switch content {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONObject {
    /// Many keys cost no more for each than few: they are told apart by their bytes in a table.
    fileprivate init(members: [PositionedMember]) {
        var places: [[UInt8]: Int] = [:]
        var keys: [String] = []
        var values: [JSONValue] = []
        for member in members {
            if let place = places.updateValue(keys.count, forKey: Array(member.key.utf8)) {
                places[Array(member.key.utf8)] = place
                values[place] = member.value.value
            } else {
                keys.append(member.key)
                values.append(member.value.value)
            }
        }
        self.init(uniqueKeys: keys, values: values)
    }
}
