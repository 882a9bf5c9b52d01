import JSON

/// The paths and methods a token may use: its `acl` claim.
///
/// A token without the claim is unrestricted; one with an empty list may do nothing.
package struct ACL: Equatable, Sendable {
    package let entries: [ACLEntry]

    /// These entries, as they are.
    package init(entries: [ACLEntry]) { self.entries = entries }

    /// These paths with all methods. They must be well-formed: they are ours.
    private init(known paths: [String]) {
        entries = paths.map { ACLEntry(known: $0) }
    }

    /// Reads the claim: `{"paths": {"/*/users/**": {}}}`.
    package init(_ json: JSONValue) throws(ACLError) {
        guard let object = json.object else { throw .notAnObject(json.kind) }
        guard let paths = object["paths"] else { throw .noPaths }
        if let other = object.keys.first(where: { $0 != "paths" }) { throw .unknownMember(other) }
        guard let paths = paths.object else { throw .pathsNotAnObject(paths.kind) }
        var entries: [ACLEntry] = []
        for (path, value) in paths.members { entries.append(try ACLEntry(path: path, value)) }
        self.entries = entries
    }

    /// Reads the claim from a text, as command lines carry it.
    package init(text: String) throws(ACLError) {
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue.parse(text, limits: .request)
        } catch {
            throw .notJSON("\(error)")
        }
        try self.init(json)
    }

    /// The claim.
    package var json: JSONValue {
        .object(["paths": .object(JSONObject(entries.map { ($0.path, $0.json) }))])
    }

    /// Whether a request may be made. `path` may have a query, which does not count; dot segments are resolved first.
    ///
    /// A path with an encoded slash or backslash is allowed by nothing, because it could mean two things.
    package func allows(method: String, path: String) -> Bool {
        guard let segments = ACLPath.segments(ofRequest: path) else { return false }
        return entries.contains { $0.allows(method: method, segments: segments) }
    }

    /// What a client SDK needs, old and new: the ten paths.
    package static let client = ACL(known: [
        "/*/users/**", "/*/conversations/**", "/*/sessions/**", "/*/devices/**", "/*/image/**", "/*/media/**",
        "/*/applications/**", "/*/push/**", "/*/knocking/**", "/*/legs/**",
    ])

    /// What the first tutorials gave: the ten without legs.
    package static let legacy = ACL(known: [
        "/*/users/**", "/*/conversations/**", "/*/sessions/**", "/*/devices/**", "/*/image/**", "/*/media/**",
        "/*/applications/**", "/*/push/**", "/*/knocking/**",
    ])

    /// What client SDKs of today need, and no upload of push certificates.
    package static let current = ACL(known: [
        "/*/users/**", "/*/conversations/**", "/*/sessions/**", "/*/devices/**", "/*/push/**", "/*/knocking/**",
        "/*/legs/**",
    ])

    /// What is needed to be rung and no more.
    package static let receive = ACL(known: ["/*/sessions/**", "/*/devices/**", "/*/push/**"])

    /// The lists above by the names people choose them by.
    package static let presets: [(name: String, acl: ACL)] = [
        ("client", client), ("legacy", legacy), ("current", current), ("receive", receive),
    ]
}
