import JSON

/// N026: sound goes to a WebSocket encrypted.
func checkWebSocketScheme(_ action: CheckedAction) -> [Finding] {
    guard let endpoint = action.endpoint, endpoint.kind == .websocket,
        endpoint.object["uri"]?.string?.hasScheme("ws") ?? false
    else { return [] }
    return [
        endpoint.object.finding(
            .plainWebSocket, "“uri” is a ws:// address: whoever is on the way hears the call",
            mend: "Use wss://.", at: "uri", severity: .warning)
    ]
}

/// N037: an app endpoint names a user, it does not give an id.
func checkUserName(_ action: CheckedAction) -> [Finding] {
    guard let endpoint = action.endpoint, endpoint.kind == .app,
        let user = endpoint.object["user"]?.string, user.hasPrefix("USR-")
    else { return [] }
    return [
        endpoint.object.finding(
            .userID, "“user” looks like a user's id, but it is the name", mend: "Write the user's name.", at: "user",
            severity: .warning)
    ]
}
