import JSON

/// An extension of Vonage Business Communications.
package struct VBCEndpoint: Options {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package init(extension number: String) {
        object = ["type": "vbc", "extension": .string(number)]
    }

    package var `extension`: String? {
        get { object[text: "extension"] }
        set { object[text: "extension"] = newValue }
    }

    static let shape = ObjectShape(
        "vbc endpoint", [OptionShape("extension", .string(.digits), required: true, "The extension's digits")])
}
