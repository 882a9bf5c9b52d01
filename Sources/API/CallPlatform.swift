import JSON
import Telephony

/// What places calls and controls them: the simulator, or a carrier one day. Without one these requests are answered
/// with 501.
package protocol CallPlatform: Sendable {
    /// Begins a call as the body of `POST /v1/calls` asks for it.
    func place(_ order: JSONObject, for application: ApplicationID) async throws(CallPlatformError) -> PlacedCall

    /// Does to a live call what the body of `PUT /v1/calls/{uuid}` says.
    func update(_ call: CallUUID, _ order: JSONObject) async throws(CallPlatformError)
}

/// A call that was begun.
package struct PlacedCall: Equatable, Sendable {
    package var call: CallUUID
    package var conversation: ConversationID

    package init(call: CallUUID, conversation: ConversationID) {
        self.call = call
        self.conversation = conversation
    }
}

/// Why a call was not placed or not changed.
package enum CallPlatformError: Error, Equatable, Sendable {
    /// The order cannot be carried out as it is; `name` is the member of its body that is wrong.
    case badOrder(name: String, reason: String)
    /// There is no live call of that id.
    case unknownCall
    /// More calls at a time than are allowed.
    case tooMany
}
