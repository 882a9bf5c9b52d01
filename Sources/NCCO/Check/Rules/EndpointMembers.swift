import JSON

/// N007: the endpoint is of a type there is, and it and its `onAnswer` and `authorization` have what they need.
func checkEndpointMembers(_ action: CheckedAction) -> [Finding] {
    guard action.kind == .connect, let elements = action.object["endpoint"]?.array, elements.count == 1 else {
        return []
    }
    let place = action.place.appending("endpoint").appending(0)
    guard let endpoint = elements[0].object else {
        return [Finding(.endpointMember, "an endpoint is an object, not \(elements[0].kind)", at: place)]
    }
    guard let type = endpoint["type"]?.string else {
        return [Finding(.endpointMember, "an endpoint needs a string “type”", at: place.appending("type"))]
    }
    guard let kind = EndpointKind(rawValue: type) else {
        let kinds = EndpointKind.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
        return [
            Finding(
                .endpointMember, "there is no endpoint type “\(type)”; there are \(kinds)", at: place.appending("type"))
        ]
    }
    return missingMembers(of: endpoint, kind.shape, at: place) + missingAuthorization(in: endpoint, kind, at: place)
}

private func missingMembers(of object: JSONObject, _ shape: ObjectShape, at place: JSONPointer) -> [Finding] {
    shape.options.flatMap { option -> [Finding] in
        let optionPlace = place.appending(option.name)
        let value = object[option.name]
        if option.isRequired, value?.isNull ?? true {
            return [Finding(.endpointMember, "“\(option.name)” is missing", at: optionPlace)]
        }
        guard case .object(let inner) = option.kind, let value = value?.object else { return [] }
        return missingMembers(of: value, inner, at: optionPlace)
    }
}

/// A `custom` authorization is nothing without its value.
private func missingAuthorization(in endpoint: JSONObject, _ kind: EndpointKind, at place: JSONPointer) -> [Finding] {
    guard kind == .websocket, let authorization = endpoint["authorization"]?.object,
        authorization["type"]?.string == "custom", authorization["value"]?.isNull ?? true
    else { return [] }
    return [
        Finding(
            .endpointMember, "an authorization of type “custom” needs “value”",
            at: place.appending("authorization").appending("value"))
    ]
}
