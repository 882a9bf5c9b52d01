/// Why an access list was refused, in words its author can act on.
package enum ACLError: Error, Equatable, Sendable {
    case notJSON(String)
    /// Something else stands in place of the object.
    case notAnObject(String)
    case noPaths
    case pathsNotAnObject(String)
    case unknownMember(String)
    case pathWithoutSlash(String)
    case pathWithBlank(String)
    case entryNotAnObject(String, String)
    case unknownEntryMember(String, String)
    case methodsNotAList(String)
    case unknownMethod(String, String)
    case filtersNotAnObject(String)
}

extension ACLError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notJSON(let reason): "acl is not JSON: \(reason)"
        case .notAnObject(let kind):
            "acl must be an object like {\"paths\":{\"/*/users/**\":{}}}, not \(kind)"
        case .noPaths: "acl must have its paths under \"paths\", like {\"paths\":{\"/*/users/**\":{}}}"
        case .pathsNotAnObject(let kind): "acl.paths must be an object, not \(kind)"
        case .unknownMember(let name): "acl has a member \"\(name)\"; only \"paths\" is known"
        case .pathWithoutSlash(let path): "acl path \"\(path)\" must begin with /"
        case .pathWithBlank(let path): "acl path \"\(path)\" has white space in it"
        case .entryNotAnObject(let path, let kind):
            "acl path \"\(path)\" must have an object, {} for no limits, not \(kind)"
        case .unknownEntryMember(let path, let name):
            "acl path \"\(path)\" has a member \"\(name)\"; only methods and filters are known"
        case .methodsNotAList(let path): "the methods of acl path \"\(path)\" must be a list"
        case .unknownMethod(let path, let name):
            "acl path \"\(path)\" has the method \(name); known are \(ACLEntry.knownMethods.joined(separator: ", "))"
        case .filtersNotAnObject(let path): "the filters of acl path \"\(path)\" must be an object"
        }
    }
}
