/// A JSON value (RFC 8259), with everything its text said: the order of an object's members and the spelling of numbers.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue: Equatable {
    /// Strings are the same if their code points are; members of an object may stand in any order.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.isSameText(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

extension JSONValue {
    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    package var number: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The number as an integer, if it is a number and whole.
    package var int: Int? { number?.int }

    package var double: Double? { number?.double }

    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    package var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The member of that name, if this is an object that has it.
    package subscript(key: String) -> JSONValue? { object?[key] }

    /// The element at that place, if this is an array that long.
    package subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The kind of value in words, for messages.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
