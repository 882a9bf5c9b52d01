import JSON

/// N007: the endpoint is of a type there is. What it needs is a matter of `checkRequiredOptions`.
func checkEndpointType(_ action: CheckedAction) -> [Finding] {
    guard action.kind == .connect, let elements = action.object["endpoint"]?.array, elements.count == 1 else {
        return []
    }
    let endpoint = elements[0]
    let pointer = action.object.pointer.appending("endpoint").appending(0)
    let types = EndpointKind.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
    guard endpoint.members != nil else {
        return [
            Finding(
                .endpointMember, "an endpoint is an object, not \(endpoint.kind)",
                mend: "Write an object: {\"type\": \"app\", \"user\": …}.", at: pointer, range: endpoint.range)
        ]
    }
    guard let type = endpoint["type"], let name = type.string else {
        return [
            Finding(
                .endpointMember, "an endpoint needs a string “type”", mend: "Add “type”: \(types).",
                at: pointer.appending("type"), range: (endpoint["type"] ?? endpoint).range)
        ]
    }
    guard EndpointKind(rawValue: name) == nil else { return [] }
    let kinds = EndpointKind.allCases.map(\.rawValue)
    var finding = Finding(
        .endpointMember, "there is no endpoint type “\(name)”", mend: "Write one of \(types).",
        at: pointer.appending("type"), range: type.range)
    if let same = kinds.first(where: { $0 == Spelling.folded(name) }) {
        finding.mend = "Write “\(same)”."
        finding.fix = .replacing(type.range, with: "\"\(same)\"")
    } else if let near = Spelling.nearest(to: name, among: kinds) {
        finding.message += "; did you mean “\(near)”?"
    }
    return [finding]
}

/// N007: a `custom` authorization is nothing without its value.
func checkAuthorization(_ action: CheckedAction) -> [Finding] {
    guard action.endpoint?.kind == .websocket,
        let authorization = action.objects.first(where: { $0.shape.name == "authorization" }),
        authorization["type"]?.string == "custom", !authorization.has("value")
    else { return [] }
    return [
        authorization.finding(
            .endpointMember, "an authorization of type “custom” needs “value”",
            mend: "Add “value”, or let the platform make a token with the type “vonage”.", at: "value")
    ]
}
