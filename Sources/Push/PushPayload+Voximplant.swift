import JSON

extension PushPayload {
    /// What Voximplant's client parses by itself; apps read the two names.
    static func voximplant(_ invite: Invite, _ words: CallerWords) -> JSONObject {
        [
            "voximplant": [
                "userid": .string(words.handle),
                "display_name": .string(words.shown),
                "sipuri": .string("sip:" + words.handle),
                "callid": .string(invite.callKitID.description),
                "video": false,
            ]
        ]
    }
}
