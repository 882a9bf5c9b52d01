import JSON

/// Options by the kind of their value. Reading is lenient, since the vendor's own examples write numbers and booleans as
/// texts; writing is not. Setting keeps whatever else the object has.
extension JSONObject {
    subscript(int key: String) -> Int? {
        get {
            guard let value = self[key] else { return nil }
            return value.int ?? value.string.flatMap { Int($0) }
        }
        set { self[key] = newValue.map { .number(JSONNumber($0)) } }
    }

    subscript(double key: String) -> Double? {
        get {
            guard let value = self[key] else { return nil }
            return value.double ?? value.string.flatMap { JSONNumber($0)?.double }
        }
        set { self[key] = newValue.flatMap(JSONNumber.init).map(JSONValue.number) }
    }

    subscript(bool key: String) -> Bool? {
        get {
            switch self[key] {
            case .bool(let value): value
            case .string("true"): true
            case .string("false"): false
            default: nil
            }
        }
        set { self[key] = newValue.map { .bool($0) } }
    }

    subscript(text key: String) -> String? {
        get { self[key]?.string }
        set { self[key] = newValue.map { .string($0) } }
    }

    /// The one URL of an option that is an array of one; a plain string is understood, too.
    subscript(url key: String) -> String? {
        get { self[key]?[0]?.string ?? self[key]?.string }
        set { self[key] = newValue.map { [.string($0)] } }
    }

    /// The elements that are strings.
    subscript(texts key: String) -> [String]? {
        get { self[key]?.array.map { $0.compactMap(\.string) } }
        set { self[key] = newValue.map { .array($0.map { .string($0) }) } }
    }

    subscript(object key: String) -> JSONObject? {
        get { self[key]?.object }
        set { self[key] = newValue.map { .object($0) } }
    }
}
