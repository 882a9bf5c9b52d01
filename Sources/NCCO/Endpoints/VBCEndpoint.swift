import JSON

/// An extension of Vonage Business Communications.
package struct VBCEndpoint: Equatable, Sendable {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package var `extension`: String? { object["extension"]?.string }

    static let shape = ObjectShape([OptionShape("type"), OptionShape("extension", required: true)])
}
