import JSON

/// A SIP address, or a user of a trunk.
package struct SIPEndpoint: Equatable, Sendable {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package var uri: String? { object["uri"]?.string }
    package var user: String? { object["user"]?.string }
    package var domain: String? { object["domain"]?.string }

    /// Neither of the two ways to name it is required by itself.
    static let shape = ObjectShape([
        OptionShape("type"), OptionShape("uri"), OptionShape("user"), OptionShape("domain"), OptionShape("headers"),
        OptionShape("standardHeaders"),
    ])
}
