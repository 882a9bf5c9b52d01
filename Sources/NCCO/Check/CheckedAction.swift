import JSON

/// An action as the rules see it.
struct CheckedAction {
    let kind: ActionKind
    /// The action itself.
    let object: CheckedObject
    /// The one endpoint of a `connect`, where it is one.
    let endpoint: CheckedEndpoint?
    /// The objects that have options of their own, the action itself and its endpoint among them.
    let objects: [CheckedObject]

    /// Reads an element of the document.
    ///
    /// - Throws: why it is no action (rules N002 and N003).
    init(_ element: PositionedValue, at pointer: JSONPointer, in text: PositionedText) throws(Finding) {
        kind = try ActionKind(element, at: pointer)
        object = CheckedObject(
            text: text, value: element, shape: kind.shape, pointer: pointer, missing: .missingOption, kindKey: "action")
        endpoint = kind == .connect ? CheckedEndpoint(of: object) : nil
        objects = object.nested + (endpoint?.object.nested ?? [])
    }
}

/// The endpoint of a `connect` as the rules see it.
struct CheckedEndpoint {
    let kind: EndpointKind
    let object: CheckedObject

    /// Fails unless there is one endpoint, of a type there is.
    init?(of action: CheckedObject) {
        guard let elements = action["endpoint"]?.array, elements.count == 1,
            let kind = elements[0]["type"]?.string.flatMap(EndpointKind.init)
        else { return nil }
        self.kind = kind
        object = CheckedObject(
            text: action.text, value: elements[0], shape: kind.shape,
            pointer: action.pointer.appending("endpoint").appending(0), missing: .endpointMember, kindKey: "type")
    }
}

extension CheckedObject {
    /// The object and those inside it that have options of their own.
    fileprivate var nested: [CheckedObject] {
        var found = [self]
        for option in shape.options {
            guard case .object(let inner) = option.shape, let member = member(option.name), member.value.members != nil
            else { continue }
            found +=
                CheckedObject(
                    text: text, value: member.value, shape: inner, pointer: pointer.appending(member.key),
                    missing: missing, kindKey: nil
                ).nested
        }
        return found
    }
}
