import JSON

extension PushPayload {
    /// An ordinary notification for a device that cannot be woken by VoIP.
    static func alert(_ invite: Invite, _ words: CallerWords) -> JSONObject {
        [
            "aps": [
                "alert": ["title": "Incoming call", "body": .string("\(words.shown) is calling")],
                "sound": "ring.caf",
                "category": "INCOMING_CALL",
                "interruption-level": "time-sensitive",
                "thread-id": "calls",
            ],
            "call": [
                "id": .string(invite.callKitID.description),
                "kind": "invite",
                "from": .string(words.handle),
                "expires_at": .number(JSONNumber(invite.ringUntil.seconds)),
            ],
        ]
    }
}
