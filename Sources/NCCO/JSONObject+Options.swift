import JSON

extension JSONObject {
    /// A number, also where it is written as text, as the vendor's own examples do.
    func looseInt(_ key: String) -> Int? {
        guard let value = self[key] else { return nil }
        return value.int ?? value.string.flatMap { Int($0) }
    }

    func looseDouble(_ key: String) -> Double? {
        guard let value = self[key] else { return nil }
        return value.double ?? value.string.flatMap { JSONNumber($0)?.double }
    }

    /// A boolean, also where it is written as text.
    func looseBool(_ key: String) -> Bool? {
        switch self[key] {
        case .bool(let value): value
        case .string("true"): true
        case .string("false"): false
        default: nil
        }
    }

    /// The one URL of an option that is an array of one; a plain string is understood, too.
    func url(_ key: String) -> String? { self[key]?[0]?.string ?? self[key]?.string }

    /// The elements that are strings.
    func strings(_ key: String) -> [String]? { self[key]?.array.map { $0.compactMap(\.string) } }
}
