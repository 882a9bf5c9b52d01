import JSON

/// One path of an access list with the methods it is for.
package struct ACLEntry: Equatable, Sendable {
    /// The pattern as it is written, such as `/*/users/**`.
    package let path: String
    /// The methods it is for; nil means all, an empty list none.
    package let methods: [String]?
    /// Restrictions by parameter. Kept and passed on; their meaning is not published, so nothing is compared.
    package let filters: JSONObject?

    private let pattern: [ACLPath.Segment]

    /// The methods that may be named.
    package static let knownMethods = ["GET", "POST", "PUT", "DELETE", "PATCH"]

    /// A path of ours, with all methods.
    init(known path: String) {
        self.path = path
        methods = nil
        filters = nil
        pattern = ACLPath.pattern(path)
    }

    /// Reads the member of `paths` of that name.
    init(path: String, _ json: JSONValue) throws(ACLError) {
        guard path.utf8.first == UInt8(ascii: "/") else { throw .pathWithoutSlash(path) }
        guard !path.contains(where: \.isWhitespace) else { throw .pathWithBlank(path) }
        guard let object = json.object else { throw .entryNotAnObject(path, json.kind) }
        if let other = object.keys.first(where: { $0 != "methods" && $0 != "filters" }) {
            throw .unknownEntryMember(path, other)
        }
        var methods: [String]?
        if let value = object["methods"] {
            guard let list = value.array else { throw .methodsNotAList(path) }
            var names: [String] = []
            for element in list {
                guard let name = element.string, Self.knownMethods.contains(name) else {
                    throw .unknownMethod(path, element.string ?? element.kind)
                }
                names.append(name)
            }
            methods = names
        }
        if let value = object["filters"] {
            guard let filters = value.object else { throw .filtersNotAnObject(path) }
            self.filters = filters
        } else {
            filters = nil
        }
        self.path = path
        self.methods = methods
        pattern = ACLPath.pattern(path)
    }

    var json: JSONValue {
        var object = JSONObject()
        if let methods { object["methods"] = .array(methods.map(JSONValue.string)) }
        if let filters { object["filters"] = .object(filters) }
        return .object(object)
    }

    /// `HEAD` counts as the `GET` it is answered from.
    func allows(method: String, segments: [[UInt8]]) -> Bool {
        let method = method == "HEAD" ? "GET" : method
        if let methods, !methods.contains(method) { return false }
        return ACLPath.matches(segments, pattern)
    }
}
