import JSON
import Telephony

/// What a VoIP push says of the call that comes in, as a client SDK reads it without asking anybody.
package struct CallInvitation: Equatable, Sendable {
    /// The id the call is reported to the system under, a lower-case UUID.
    package let call: UUID128
    package let conversation: String?
    /// What the screen shows: a number, or a user's name.
    package let caller: String
    /// The name of the user who is called.
    package let callee: String?
    /// When the phone was invited, and how long it may ring.
    package let invitedAt: Timestamp?
    package let ringTime: Duration?

    package enum Unreadable: Error, Equatable, Sendable {
        case notJSON
        /// No `nexmo`, or not of the type `member:invited`: the SDK says the push is not its own.
        case notAnInvitation
        case missing(String)
    }

    package init(payload: [UInt8]) throws(Unreadable) {
        guard let value = try? JSONValue.parse(payload) else { throw .notJSON }
        guard let event = value["nexmo"], (event["type"] ?? event["event_type"])?.string == "member:invited" else {
            throw .notAnInvitation
        }
        let channel = event["body"]?["channel"]
        guard let id = channel?["id"]?.string, let call = UUID128(id), call.description == id else {
            throw .missing("nexmo.body.channel.id")
        }
        self.call = call
        let sender = event["push_info"]?["from_user"]
        let names = [
            channel?["from"]?["number"]?.string, sender?["display_name"]?.string, sender?["name"]?.string,
            channel?["from"]?["user"]?.string,
        ]
        guard let caller = names.lazy.compactMap({ $0 }).first(where: { !$0.isEmpty }) else {
            throw .missing("nexmo.body.channel.from")
        }
        self.caller = caller
        callee = channel?["to"]?["user"]?.string
        conversation = event["conversation_id"]?.string
        invitedAt = (event["body"]?["timestamp"]?["invited"] ?? event["timestamp"])?.string.flatMap { Timestamp($0) }
        ringTime = channel?["ring_timeout"]?.int.map { .seconds($0) }
    }

    /// Whether the call no longer rings.
    func isLate(at now: Timestamp) -> Bool {
        guard let invitedAt, let ringTime else { return false }
        return invitedAt.advanced(by: ringTime) < now
    }
}
