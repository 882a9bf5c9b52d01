import JSON

/// Writes a flow's JSON without blanks and cuts it where placeholders stand.
struct TemplateBuilder {
    private let flow: FlowName
    private var parts: [FlowText.Part] = []
    private var fields: [FlowField] = []
    private var facts = FlowTemplate.Facts()
    private var literals: [UInt8] = []
    /// How much of `literals` stands in a part.
    private var ended = 0
    private var hasSpokenText = false

    /// - Parameter flow: the flow it is, which says what is known of a call when it is chosen.
    init(_ flow: FlowName) {
        self.flow = flow
    }

    mutating func finish() -> (FlowText, FlowTemplate.Facts) {
        endLiteral()
        return (FlowText(parts: parts, literals: literals, fields: fields), facts)
    }

    mutating func add(_ value: JSONValue, at place: JSONPointer) throws(FlowFault) {
        switch value {
        case .null, .bool, .number: value.write(to: &literals)
        case .string(let text): try addString(text, at: place)
        case .array(let elements):
            literals.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { literals.append(UInt8(ascii: ",")) }
                try add(element, at: place.appending(index))
            }
            literals.append(UInt8(ascii: "]"))
        case .object(let object): try addObject(object, at: place)
        }
    }

    private mutating func addObject(_ object: JSONObject, at place: JSONPointer) throws(FlowFault) {
        let isTalk = place.tokens.count == 1 && object["action"]?.string == "talk"
        if place.tokens.count == 3, object["type"]?.string == "app", let user = object["user"]?.string {
            noteRung(user)
        }
        literals.append(UInt8(ascii: "{"))
        for (index, member) in object.members.enumerated() {
            let memberPlace = place.appending(member.key)
            if member.key.contains("{{") { throw .placeholderInKey(memberPlace) }
            if index > 0 { literals.append(UInt8(ascii: ",")) }
            member.key.writeJSONString(to: &literals)
            literals.append(UInt8(ascii: ":"))
            if isTalk, member.key == "text", !hasSpokenText, let text = member.value.string {
                try addSpokenText(text, at: memberPlace)
            } else {
                try add(member.value, at: memberPlace)
            }
        }
        literals.append(UInt8(ascii: "}"))
    }

    private mutating func addString(_ text: String, at place: JSONPointer) throws(FlowFault) {
        literals.append(UInt8(ascii: "\""))
        try addContent(of: text, at: place)
        literals.append(UInt8(ascii: "\""))
    }

    private mutating func addSpokenText(_ text: String, at place: JSONPointer) throws(FlowFault) {
        hasSpokenText = true
        literals.append(UInt8(ascii: "\""))
        endLiteral()
        let mark = parts.count
        try addContent(of: text, at: place)
        endLiteral()
        parts.insert(.spokenText(parts: parts.count - mark), at: mark)
        literals.append(UInt8(ascii: "\""))
    }

    private mutating func addContent(of text: String, at place: JSONPointer) throws(FlowFault) {
        let isMarkup = text.isMarkup
        var rest = text[...]
        while let open = rest.firstIndex(ofPair: "{") {
            String(rest[..<open]).writeJSONStringContent(to: &literals)
            rest = rest[open...].dropFirst(2)
            guard let close = rest.firstIndex(ofPair: "}") else { throw .placeholderNotClosed(place) }
            let inside = String(rest[..<close])
            guard let field = FlowField(inside) else {
                throw .unknownPlaceholder(FlowField.name(in: inside), place)
            }
            guard isKnown(field.source) else { throw .placeholderWithoutValue(FlowField.name(in: inside), place) }
            endLiteral()
            add(field, isMarkup: isMarkup)
            rest = rest[close...].dropFirst(2)
        }
        String(rest).writeJSONStringContent(to: &literals)
    }

    private mutating func add(_ field: FlowField, isMarkup: Bool) {
        if field.otherwise == nil, field.source == .value(.user) || field.source == .userDisplayName {
            facts.needsUser = true
        }
        if case .step(let flow) = field.source { facts.steps.append(flow) }
        switch (field.source, field.otherwise) {
        case (.value(let placeholder), nil): parts.append(.slot(placeholder, isMarkup: isMarkup))
        case (.userDisplayName, nil):
            // Where there is a user, every plan has this name at hand.
            parts.append(.slot(flow.isOfCallingUser ? .caller : .callee, isMarkup: isMarkup))
        default:
            parts.append(.field(fields.count, isMarkup: isMarkup))
            fields.append(field)
        }
    }

    /// Whether there can be a value when the flow is chosen.
    private func isKnown(_ source: FlowField.Source) -> Bool {
        switch source {
        case .value(let placeholder): flow.placeholders.contains(placeholder)
        case .userDisplayName: flow.placeholders.contains(.user)
        case .from, .to, .applicationName, .customData, .header, .step: !flow.isLast
        }
    }

    /// Notes whose app an endpoint rings.
    private mutating func noteRung(_ user: String) {
        let whole = user.trimmed ?? ""
        if whole.hasPrefix("{{"), whole.hasSuffix("}}"),
            FlowField(whole.dropFirst(2).dropLast(2)) == FlowField(.value(.user))
        {
            facts.rings.append(.user)
        } else {
            facts.rings.append(user.contains("{{") ? .filled : .named(user))
        }
    }

    private mutating func endLiteral() {
        guard literals.count > ended else { return }
        parts.append(.literal(from: ended, to: literals.count))
        ended = literals.count
    }
}

extension Substring {
    /// Where `mark` stands twice in a row.
    fileprivate func firstIndex(ofPair mark: Character) -> Index? {
        var previous: Index?
        for index in indices {
            guard self[index] == mark else {
                previous = nil
                continue
            }
            if let previous { return previous }
            previous = index
        }
        return nil
    }
}
