/// The members of a JSON object, in the order of the text. A key stands in it once.
package struct JSONObject: Sendable {
    package private(set) var members: [(key: String, value: JSONValue)] = []

    package init() {}

    /// Of members with the same key the last one counts, at the place of the first.
    package init(_ members: some Sequence<(String, JSONValue)>) {
        for (key, value) in members { self[key] = value }
    }

    /// Takes members whose keys are known to differ.
    init(unique members: [(key: String, value: JSONValue)]) {
        self.members = members
    }

    package var count: Int { members.count }

    package var isEmpty: Bool { members.isEmpty }

    package var keys: [String] { members.map(\.key) }

    /// Setting keeps the place of a key that is there and adds others at the end; nil removes.
    package subscript(key: String) -> JSONValue? {
        get { index(of: key).map { members[$0].value } }
        set {
            switch (index(of: key), newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((key, value))
            case (nil, nil): break
            }
        }
    }

    private func index(of key: String) -> Int? { members.firstIndex { $0.key.isSameText(as: key) } }
}

extension JSONObject: Equatable {
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left.members, right.members).allSatisfy { $0.key.isSameText(as: $1.key) && $0.value == $1.value }
            || left.members.allSatisfy { right[$0.key] == $0.value }
    }
}
