import JSON

/// A user of the application, wherever they are signed in.
package struct AppEndpoint: Equatable, Sendable {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package init(user: String) {
        object = ["type": "app", "user": .string(user)]
    }

    /// The user's name, not an id.
    package var user: String? { object["user"]?.string }

    static let shape = ObjectShape([OptionShape("type"), OptionShape("user", required: true)])
}
