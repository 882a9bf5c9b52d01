import JSON
import Registry
import Telephony

extension Application {
    /// The application as the vendor's Applications API shows it.
    ///
    /// - Parameter privateKey: the PEM text of a key that was just made: shown this once.
    func json(privateKey: String? = nil) -> JSONValue {
        var keys = JSONObject()
        if let publicKey { keys["public_key"] = .string(publicKey) }
        if let privateKey { keys["private_key"] = .string(privateKey) }
        var object = JSONObject()
        object["id"] = .string(id.description)
        object["name"] = .string(name)
        object["keys"] = .object(keys)
        object["capabilities"] = Self.object(capabilities) ?? [:]
        object["privacy"] = privacy.flatMap(Self.object) ?? ["improve_ai": true]
        object["flow"] = flow.map { .string($0) }
        object["_links"] = ["self": ["href": .string("\(ApplicationRoutes.path)/\(id)")]]
        return .object(object)
    }

    private static func object(_ text: String) -> JSONValue? { try? JSONValue.parse(text) }
}
