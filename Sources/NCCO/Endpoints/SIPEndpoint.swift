import JSON

/// A SIP address, or a user of a trunk.
package struct SIPEndpoint: Options {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package init(uri: String) {
        object = ["type": "sip", "uri": .string(uri)]
    }

    /// - Parameter domain: the name of a trunk, not its address.
    package init(user: String, domain: String) {
        object = ["type": "sip", "user": .string(user), "domain": .string(domain)]
    }

    package var uri: String? { object[text: "uri"] }
    package var user: String? { object[text: "user"] }
    package var domain: String? { object[text: "domain"] }

    /// Each is sent as a field of its name with `X-` in front.
    package var headers: JSONObject? {
        get { object[object: "headers"] }
        set { object[object: "headers"] = newValue }
    }

    /// The field `User-to-User` (RFC 7433), 256 characters at most.
    package var userToUser: String? {
        get { object[object: "standardHeaders"]?[text: Self.standardHeader] }
        set { object["standardHeaders"] = newValue.map { .object(JSONObject([(Self.standardHeader, .string($0))])) } }
    }

    /// Neither of the two ways to name it is required by itself.
    static let shape = ObjectShape(
        "sip endpoint",
        [
            OptionShape("uri", .string(.sipURI), "The address: sip:… or sips:…"),
            OptionShape("user", .text, "The user of a trunk, with domain"),
            OptionShape("domain", .text, "The name of a trunk, with user"),
            OptionShape("headers", .map(of: .string(.any)), "Fields that are sent with X- in front"),
            OptionShape("standardHeaders", .map(of: .string(.any)), "The field User-to-User"),
        ])

    /// The one field that is sent under its own name, and the most characters it has.
    static let standardHeader = "User-to-User"
    static let maximumUserToUser = 256
}
