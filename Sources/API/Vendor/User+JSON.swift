import HTTP
import JSON
import Registry

extension User {
    /// The user as the vendor's Users API shows it.
    ///
    /// - Parameter origin: scheme and host by which the server is reached.
    func json(origin: String) -> JSONValue {
        var object = summary
        object["properties"] = Self.object(properties)
        object["channels"] = Self.object(channels)
        object["_links"] = links(origin)
        return .object(object)
    }

    /// The user as lists show it.
    func listed(origin: String) -> JSONValue {
        var object = summary
        object["_links"] = links(origin)
        return .object(object)
    }

    private var summary: JSONObject {
        var object = JSONObject()
        object["id"] = .string(id.description)
        object["name"] = .string(name.text)
        if let displayName { object["display_name"] = .string(displayName) }
        if let imageURL { object["image_url"] = .string(imageURL) }
        return object
    }

    private func links(_ origin: String) -> JSONValue {
        ["self": ["href": .string("\(origin)\(UserRoutes.path)/\(id)")]]
    }

    private static func object(_ text: String?) -> JSONValue {
        text.flatMap { try? JSONValue.parse($0) } ?? [:]
    }
}

extension APIContext {
    /// Scheme and host by which a client reaches us: the public URL, else what it asked for.
    func origin(of request: Request) -> String {
        if var url = settings.publicURL, !url.isEmpty {
            while url.hasSuffix("/") { url.removeLast() }
            return url
        }
        return request.authority.isEmpty ? "" : (request.isSecure ? "https://" : "http://") + request.authority
    }
}
