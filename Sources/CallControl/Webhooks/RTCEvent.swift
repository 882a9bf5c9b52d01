import JSON
import Telephony

/// One event of the Conversation API at the RTC URL: what is needed to file it. It is kept whole beside this.
package struct RTCEvent: Equatable, Sendable {
    /// `member:invited`, `rtc:hangup`, …
    package var type: String?
    package var application: ApplicationID?
    package var conversation: ConversationID?
    /// The leg it is about, where it is about one.
    package var call: CallUUID?
    package var user: UserID?
    package var timestamp: Timestamp?

    /// Reads a webhook's object. Nothing in it is required, nothing makes it fail.
    package init(_ object: JSONObject) {
        let body = object["body"]?.object
        type = object.text("type")
        application = object.text("application_id").flatMap { ApplicationID($0) }
        conversation =
            (object.conversation("cid") ?? object.conversation("conversation_id")
            ?? body?["conversation"]?.object?.conversation("conversation_id")
            ?? body?["conversation"]?.object?.conversation("id"))?.id
        call = body?.call("leg_id")?.id ?? body?["channel"]?.object?.call("id")?.id
        user =
            (body?["user"]?.object?.text("id") ?? object["_embedded"]?["from_user"]?.object?.text("id"))
            .flatMap { UserID($0) }
        timestamp = object.time("timestamp")
    }
}
