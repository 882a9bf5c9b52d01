import JSON

/// Lets time pass.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#wait>
package struct Wait: Equatable, Sendable {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    /// Seconds from 0.1 to 7200; what lies outside acts as the nearer of the two.
    package var timeout: Double { min(max(object.looseDouble("timeout") ?? 10, 0.1), 7200) }
}

extension Wait: ActionOptions {
    static let kind = ActionKind.wait
    static let shape = ObjectShape([OptionShape("action"), OptionShape("timeout")])
}
