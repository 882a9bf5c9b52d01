import JSON

/// N016: what is sent along with the invitation of a WebSocket or SIP endpoint fits into it.
func checkHeaders(_ action: CheckedAction) -> [Finding] {
    guard let endpoint = action.endpoint else { return [] }
    switch endpoint.kind {
    case .websocket: return longHeaders(endpoint.object)
    case .sip: return standardHeaders(endpoint.object)
    default: return []
    }
}

private func longHeaders(_ endpoint: CheckedObject) -> [Finding] {
    guard let headers = endpoint["headers"], headers.members != nil else { return [] }
    let size = headers.value.serialized().count
    let limit = WebSocketEndpoint.maximumHeaderBytes
    guard size > limit else { return [] }
    return [
        endpoint.finding(
            .headers, "“headers” take \(size) bytes, more than \(limit)",
            mend: "Send an id instead, and look the rest up by it.", at: "headers")
    ]
}

private func standardHeaders(_ endpoint: CheckedObject) -> [Finding] {
    let name = "standardHeaders"
    let header = SIPEndpoint.standardHeader
    guard let headers = endpoint[name], let members = headers.members else { return [] }
    let pointer = endpoint.pointer.appending(name)
    var findings: [Finding] = []
    if let other = members.first(where: { $0.key != header }) {
        var finding = Finding(
            .headers, "“\(name)” takes “\(header)” only, not “\(other.key)”",
            mend: "Put it into “headers”: it is sent with X- in front.", at: pointer, range: other.keyRange)
        if other.key.lowercased() == header.lowercased(), headers.member(header) == nil {
            finding.mend = "Write “\(header)”."
            finding.fix = .replacing(other.keyRange, with: "\"\(header)\"")
        }
        findings.append(finding)
    }
    if let value = headers[header], let count = value.string?.unicodeScalars.count,
        count > SIPEndpoint.maximumUserToUser
    {
        findings.append(
            Finding(
                .headers, "“\(header)” has \(count) characters, more than \(SIPEndpoint.maximumUserToUser)",
                mend: "Shorten it.", at: pointer.appending(header), range: value.range))
    }
    return findings
}
