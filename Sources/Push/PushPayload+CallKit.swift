import JSON

extension PushPayload {
    /// What apps read that report to CallKit by themselves: the names of Apple's article (`callUUID`, `handle`), of
    /// its sample (`UUID`, `handle`, `hasVideo`) and of React Native (`uuid`, `callerName`, `handle`) side by side.
    ///
    /// The types are part of the contract: an app that fails to read one reports no call, and iOS kills it for that.
    static func callKit(_ invite: Invite, _ words: CallerWords) -> JSONObject {
        let id = invite.callKitID.description
        var handle = words.handle
        if case .phone(let number) = invite.caller, (1...15).contains(number.utf8.count),
            number.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        {
            handle = "+" + number
        }
        return [
            // As Swift prints a UUID.
            "UUID": .string(id.uppercased()),
            "callUUID": .string(id),
            "uuid": .string(id),
            "handle": .string(handle),
            "callerName": .string(words.shown),
            "hasVideo": false,
            "expires_at": .number(JSONNumber(invite.ringUntil.milliseconds)),
        ]
    }
}
