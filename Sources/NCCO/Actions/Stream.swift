import JSON

/// Plays an audio file to the caller.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#stream>
package struct Stream: ActionOptions {
    package static let kind = ActionKind.stream

    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    /// - Parameter url: an MP3 file, or a WAV file of 16 bits.
    package init(url: String) {
        object = ["action": "stream", "streamUrl": [.string(url)]]
    }

    package var streamURL: String? {
        get { object[url: "streamUrl"] }
        set { object[url: "streamUrl"] = newValue }
    }

    /// Lets a key press or speech cut the audio short.
    package var bargeIn: Bool {
        get { object[bool: "bargeIn"] ?? false }
        set { object[bool: "bargeIn"] = newValue }
    }

    /// How often it is played; 0 means for ever.
    package var loop: Int {
        get { object[int: "loop"] ?? 1 }
        set { object[int: "loop"] = newValue }
    }

    /// Loudness from -1 to 1.
    package var level: Double {
        get { object[double: "level"] ?? 0 }
        set { object[double: "level"] = newValue }
    }
}

extension Stream {
    static let shape = ObjectShape(
        "stream",
        [
            OptionShape("streamUrl", .urlArray, required: true, "The audio file, an array of one URL"),
            OptionShape("level", .number(-1...1), "Loudness from -1 to 1"),
            OptionShape("bargeIn", .boolean, "Whether a key or speech cuts it short; an input must follow"),
            OptionShape("loop", .integer(from: 0), "How often it is played; 0 is for ever"),
        ])
}
