import JSON
import Telephony

/// What an event webhook reports, told by the members it has.
package enum EventKind: Equatable, Sendable {
    /// The fallback URL was asked for an event.
    case fallback
    case state(CallStatus)
    case transcription
    case transfer
    case recording
    case notify
    case input
    case error(reason: String)
    /// An answer webhook at the wrong URL.
    case answer
    case unknown

    /// Classifies in an order that suits every sender: payloads may look like other events.
    init(_ object: JSONObject) {
        func has(_ key: String) -> Bool { object[key].map { !$0.isNull } ?? false }

        if has("original_request") {
            self = .fallback
        } else if let status = object.text("status") {
            let status = CallStatus(rawValue: status)
            self = status.rawValue == "transcribed" ? .transcription : .state(status)
        } else if has("conversation_uuid_from") || object.text("type") == "transfer" {
            self = .transfer
        } else if has("recording_url") {
            self = .recording
        } else if has("payload") {
            self = .notify
        } else if has("speech") || has("dtmf") {
            self = .input
        } else if let reason = object.text("reason") {
            self = .error(reason: reason)
        } else if has("to") || has("from_user") {
            self = .answer
        } else {
            self = .unknown
        }
    }

    /// The kind in one word, under which the event is listed.
    package var name: String {
        switch self {
        case .fallback: "fallback"
        case .state(let status): status.rawValue
        case .transcription: "transcribed"
        case .transfer: "transfer"
        case .recording: "record"
        case .notify: "notify"
        case .input: "input"
        case .error: "error"
        case .answer: "answer"
        case .unknown: "unknown"
        }
    }
}
