import JSON

/// A user of the application, wherever they are signed in.
package struct AppEndpoint: Options {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package init(user: String) {
        object = ["type": "app", "user": .string(user)]
    }

    /// The user's name, not an id.
    package var user: String? {
        get { object[text: "user"] }
        set { object[text: "user"] = newValue }
    }

    static let shape = ObjectShape(
        "app endpoint", [OptionShape("user", .text, required: true, "The user's name, not an id")])
}
