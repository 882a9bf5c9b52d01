/// The members of a JSON object, in the order of the text. A key stands in it once.
package struct JSONObject: Sendable {
    /// The keys stand by themselves, so that looking one up touches no values.
    package private(set) var keys: [String] = []
    private(set) var values: [JSONValue] = []

    package init() {}

    /// Of members with the same key the last one counts, at the place of the first.
    package init(_ members: some Sequence<(String, JSONValue)>) {
        for (key, value) in members { self[key] = value }
    }

    /// Members whose values are texts, like those of a query; of members with the same key the last one counts.
    package init(texts: [(String, String)]) {
        keys.reserveCapacity(texts.count)
        values.reserveCapacity(texts.count)
        for (key, text) in texts { self[key] = .string(text) }
    }

    /// Takes members whose keys are known to differ.
    init(uniqueKeys keys: [String], values: [JSONValue]) {
        self.keys = keys
        self.values = values
    }

    package var count: Int { keys.count }

    package var isEmpty: Bool { keys.isEmpty }

    package var members: [(key: String, value: JSONValue)] { (0..<count).map { (keys[$0], values[$0]) } }

    /// Setting keeps the place of a key that is there and adds others at the end; nil removes.
    package subscript(key: String) -> JSONValue? {
        get { keys.firstIndex(ofText: key).map { values[$0] } }
        set {
            switch (keys.firstIndex(ofText: key), newValue) {
            case (let index?, let value?): values[index] = value
            case (let index?, nil):
                keys.remove(at: index)
                values.remove(at: index)
            case (nil, let value?):
                keys.append(key)
                values.append(value)
            case (nil, nil): break
            }
        }
    }
}

extension [String] {
    /// Where a text stands, compared by code points.
    func firstIndex(ofText text: String) -> Int? {
        for index in indices where self[index].isSameText(as: text) { return index }
        return nil
    }
}

extension JSONObject: Equatable {
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left.members, right.members).allSatisfy { $0.key.isSameText(as: $1.key) && $0.value == $1.value }
            || left.members.allSatisfy { right[$0.key] == $0.value }
    }
}
