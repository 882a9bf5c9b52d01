import JSON

/// A program that hears and speaks over a WebSocket.
package struct WebSocketEndpoint: Equatable, Sendable {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package var uri: String? { object["uri"]?.string }
    package var contentType: String? { object["content-type"]?.string }
    package var headers: JSONObject? { object["headers"]?.object }

    static let shape = ObjectShape([
        OptionShape("type"), OptionShape("uri", required: true), OptionShape("content-type"), OptionShape("headers"),
        OptionShape("authorization", .object(authorization)),
    ])

    private static let authorization = ObjectShape([OptionShape("type", required: true), OptionShape("value")])
}
