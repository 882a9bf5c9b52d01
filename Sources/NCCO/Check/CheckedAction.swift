import JSON

/// An action as the rules see it: its kind, its JSON and its place.
struct CheckedAction {
    var kind: ActionKind
    var object: JSONObject
    var place: JSONPointer

    /// Reads an element of the document.
    ///
    /// - Throws: why it is no action (rules N002 and N003).
    init(_ element: JSONValue, at place: JSONPointer) throws(Finding) {
        guard let object = element.object else {
            throw Finding(.notAnAction, "an action is an object, not \(element.kind)", at: place)
        }
        let actionPlace = place.appending("action")
        guard let name = object["action"] else {
            throw Finding(.notAnAction, "“action” is missing", at: actionPlace)
        }
        guard let name = name.string else {
            throw Finding(.notAnAction, "“action” is a string, not \(name.kind)", at: actionPlace)
        }
        guard let kind = ActionKind(rawValue: name) else {
            throw Finding(.unknownAction, Self.unknownAction(name), at: actionPlace)
        }
        self.kind = kind
        self.object = object
        self.place = place
    }

    private static func unknownAction(_ name: String) -> String {
        if ActionKind(rawValue: name.lowercased()) != nil {
            return "names of actions are in lower case: “\(name.lowercased())”, not “\(name)”"
        }
        return switch name {
        case "pay": "the platform has removed the action “pay”"
        case "hangup": "there is no action “hangup”: a call ends when its actions are used up"
        case "play": "there is no action “play”: audio is played with “stream”"
        case "say": "there is no action “say”: text is spoken with “talk”"
        case "dial": "there is no action “dial”: somebody is rung with “connect”"
        case "sleep", "pause": "there is no action “\(name)”: time passes with “wait”"
        default: "there is no action “\(name)”"
        }
    }

    /// The one endpoint of a `connect`, where there is one, and its place.
    var endpoint: (object: JSONObject, kind: EndpointKind, place: JSONPointer)? {
        guard kind == .connect, let elements = object["endpoint"]?.array, elements.count == 1,
            let endpoint = elements[0].object, let kind = endpoint["type"]?.string.flatMap(EndpointKind.init)
        else { return nil }
        return (endpoint, kind, place.appending("endpoint").appending(0))
    }

    /// The objects of the action that have options of their own, the action itself and its endpoint among them.
    var objects: [(object: JSONObject, shape: ObjectShape, place: JSONPointer)] {
        var found = nested(object, kind.shape, at: place)
        if let endpoint { found += nested(endpoint.object, endpoint.kind.shape, at: endpoint.place) }
        return found
    }

    private func nested(
        _ object: JSONObject, _ shape: ObjectShape, at place: JSONPointer
    ) -> [(object: JSONObject, shape: ObjectShape, place: JSONPointer)] {
        var found = [(object, shape, place)]
        for option in shape.options {
            guard case .object(let inner) = option.kind, let value = object[option.name]?.object else { continue }
            found += nested(value, inner, at: place.appending(option.name))
        }
        return found
    }
}
