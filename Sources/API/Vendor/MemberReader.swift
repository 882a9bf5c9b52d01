import JSON

/// Reads the members of a JSON body, and remembers all that is wrong with them, so that a client is told at once.
/// `null` is a member that was not given.
struct MemberReader {
    private let object: JSONObject
    private(set) var faults: [Problem.InvalidParameter] = []

    init(_ object: JSONObject) { self.object = object }

    mutating func reject(_ name: String, _ reason: String) {
        faults.append(Problem.InvalidParameter(name: name, reason: reason))
    }

    mutating func reject(_ faults: [Problem.InvalidParameter]) { self.faults += faults }

    /// Throws `invalidParameters` with every fault there is.
    func check() throws(Problem) {
        if !faults.isEmpty { throw .invalidParameters.with(invalid: faults) }
    }

    func value(_ name: String) -> JSONValue? {
        guard let value = object[name], !value.isNull else { return nil }
        return value
    }

    /// Whether it was given as `null`: to be taken away.
    func isCleared(_ name: String) -> Bool { object[name]?.isNull ?? false }

    /// - Parameter longest: in bytes of UTF-8.
    mutating func text(_ name: String, longest: Int = 255) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else {
            reject(name, "\"\(name)\" must be a string")
            return nil
        }
        guard text.utf8.count <= longest else {
            reject(name, "must be \(longest) bytes at most")
            return nil
        }
        return text
    }

    mutating func object(_ name: String) -> JSONObject? {
        guard let value = value(name) else { return nil }
        guard let object = value.object else {
            reject(name, "\"\(name)\" must be an object")
            return nil
        }
        return object
    }

    mutating func flag(_ name: String) -> Bool? {
        guard let value = value(name) else { return nil }
        guard let flag = value.bool else {
            reject(name, "\"\(name)\" must be a boolean")
            return nil
        }
        return flag
    }

    /// A list of strings.
    mutating func texts(_ name: String) -> [String]? {
        guard let value = value(name) else { return nil }
        guard let texts = value.array?.map(\.string), texts.allSatisfy({ $0 != nil }) else {
            reject(name, "\"\(name)\" must be an array of strings")
            return nil
        }
        return texts.compactMap { $0 }
    }
}
