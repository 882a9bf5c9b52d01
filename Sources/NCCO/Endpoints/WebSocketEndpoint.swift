import JSON

/// A program that hears and speaks over a WebSocket.
package struct WebSocketEndpoint: Options {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    /// - Parameter rate: samples a second: 8000, 16000 or 24000.
    package init(uri: String, rate: Int = 16000) {
        object = ["type": "websocket", "uri": .string(uri), "content-type": .string("audio/l16;rate=\(rate)")]
    }

    package var uri: String? {
        get { object[text: "uri"] }
        set { object[text: "uri"] = newValue }
    }

    package var contentType: String? {
        get { object[text: "content-type"] }
        set { object[text: "content-type"] = newValue }
    }

    /// What the program is told at the start; 512 bytes at most.
    package var headers: JSONObject? {
        get { object[object: "headers"] }
        set { object[object: "headers"] = newValue }
    }

    static let shape = ObjectShape(
        "websocket endpoint",
        [
            OptionShape("uri", .string(.webSocketURI), required: true, "Where the program listens: wss://…"),
            OptionShape(
                "content-type",
                .choice(["audio/l16;rate=8000", "audio/l16;rate=16000", "audio/l16;rate=24000"]),
                "How the sound is coded"),
            OptionShape("headers", .map(of: .any), "What the program is told at the start; 512 bytes at most"),
            OptionShape("authorization", .object(authorization), "The Authorization field of its request"),
        ])

    private static let authorization = ObjectShape(
        "authorization",
        [
            OptionShape("type", .choice(["vonage", "custom"]), required: true, "Whose token it is"),
            OptionShape("value", .string(.printable(8191)), "The field's value, for custom"),
        ])

    /// The most bytes of `headers`, written without blanks.
    static let maximumHeaderBytes = 512
}
