import JSON
import Telephony

extension PushPayload {
    /// What the Vonage clients parse by themselves: an event `member:invited` inside `nexmo`.
    ///
    /// The newer client reads `type`, the older one `event_type`; the older one alone gets its own key only. Ids that
    /// only the platform knows (members, the user behind a telephone) are derived from ours, so that every try has
    /// the same bytes.
    static func vonage(_ invite: Invite, _ words: CallerWords, isLegacy: Bool) -> JSONObject {
        let call = invite.callKitID.description
        let conversation = invite.conversation?.text ?? "CON-\(call)"
        let name = "NAM-" + (conversation.hasPrefix("CON-") ? String(conversation.dropFirst(4)) : conversation)
        let callee = invite.userName.text
        let calleeID = invite.user.description
        let time = JSONValue.string(invite.invitedAt.rfc3339())

        let callerID: String
        let from: JSONObject
        switch invite.caller {
        case .user(_, let id):
            callerID = id?.description ?? "USR-\(call)"
            from = ["type": "app", "user": .string(words.handle), "headers": [:]]
        case .phone, .anonymous:
            callerID = "USR-\(call)"
            from = ["type": "phone", "number": .string(words.handle), "headers": [:]]
        }
        var fromUser: JSONObject = [
            "channels": [:], "name": .string(words.handle), "user_id": .string(callerID),
        ]
        fromUser["display_name"] = words.display.map(JSONValue.string)
        if !isLegacy, words.display == nil { fromUser["display_name"] = .string(words.handle) }

        let audio: JSONValue = ["earmuffed": false, "enabled": true, "muted": false]
        let media: JSONValue = ["audio": audio, "audio_settings": audio]
        let ring = invite.invitedAt.duration(to: invite.ringUntil).components.seconds

        var event: JSONObject = [
            "application_id": .string(invite.application.description),
            "timestamp": time,
            "user_id": .string(callerID),
            "push_info": [
                "conversation": ["name": .string(name)],
                "from_user": .object(fromUser),
                "priority": "immediate",
                "to_user": ["channels": [:], "name": .string(callee), "user_id": .string(calleeID)],
            ],
            "body": [
                "channel": [
                    "id": .string(call), "type": "app", "cpa": false, "cpa_time": 0, "preanswer": false,
                    "ring_timeout": .number(JSONNumber(max(0, ring))), "max_length": 0, "legs": [:],
                    "from": .object(from),
                    "to": ["type": "app", "user": .string(callee)],
                ],
                "cname": .string(name),
                "conversation": ["conversation_id": .string(conversation), "name": .string(name)],
                "initiator": ["invited": ["isSystem": true]],
                "invited_by": nil,
                "media": media,
                "timestamp": ["invited": time],
                "user": [
                    "media": media, "member_id": .string("MEM-\(invite.id)"), "name": .string(callee),
                    "user_id": .string(calleeID),
                ],
            ],
            "channels": [:],
            "conversation_id": .string(conversation),
            "from": .string("MEM-\(call)"),
            "id": 1,
            "name": .string(callee),
            "event_type": "member:invited",
        ]
        if !isLegacy { event["type"] = "member:invited" }
        return ["nexmo": .object(event)]
    }
}
