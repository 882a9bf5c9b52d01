import JSON
import Simulator
import Telephony

/// What the server keeps of the demo's call, as its API tells it.
struct Records: Sendable {
    /// The legs, as `GET /v1/calls/{uuid}` shows them.
    var caller: JSONValue?
    var callee: JSONValue?
    /// The tries to wake the phone, as the push log shows them.
    var attempts: [JSONValue] = []

    /// Whether both legs are over and the push has been written down, so that nothing more is to come.
    var areComplete: Bool {
        caller?["status"]?.string == "completed" && callee?["status"]?.string == "completed" && !attempts.isEmpty
    }

    /// How long the two were connected, in seconds.
    var duration: String? { callee?["duration"]?.string }
}
