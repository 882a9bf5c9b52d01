import JSON

/// Writes a flow's JSON without blanks and cuts it where placeholders stand.
struct TemplateBuilder {
    private let allowed: Set<Placeholder>
    private var parts: [FlowTemplate.Part] = []
    private var literal: [UInt8] = []
    private var hasSpokenText = false

    init(allowed: Set<Placeholder>) {
        self.allowed = allowed
    }

    mutating func finish() -> [FlowTemplate.Part] {
        endLiteral()
        return parts
    }

    mutating func add(_ value: JSONValue, at place: JSONPointer) throws(FlowFault) {
        switch value {
        case .null, .bool, .number: value.write(to: &literal)
        case .string(let text): try addString(text, at: place)
        case .array(let elements):
            literal.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { literal.append(UInt8(ascii: ",")) }
                try add(element, at: place.appending(index))
            }
            literal.append(UInt8(ascii: "]"))
        case .object(let object): try addObject(object, at: place)
        }
    }

    private mutating func addObject(_ object: JSONObject, at place: JSONPointer) throws(FlowFault) {
        let isTalk = place.tokens.count == 1 && object["action"]?.string == "talk"
        literal.append(UInt8(ascii: "{"))
        for (index, member) in object.members.enumerated() {
            let memberPlace = place.appending(member.key)
            if member.key.contains("{{") { throw .placeholderInKey(memberPlace) }
            if index > 0 { literal.append(UInt8(ascii: ",")) }
            member.key.writeJSONString(to: &literal)
            literal.append(UInt8(ascii: ":"))
            if isTalk, member.key == "text", !hasSpokenText, let text = member.value.string {
                try addSpokenText(text, at: memberPlace)
            } else {
                try add(member.value, at: memberPlace)
            }
        }
        literal.append(UInt8(ascii: "}"))
    }

    private mutating func addString(_ text: String, at place: JSONPointer) throws(FlowFault) {
        literal.append(UInt8(ascii: "\""))
        try addContent(of: text, at: place)
        literal.append(UInt8(ascii: "\""))
    }

    private mutating func addSpokenText(_ text: String, at place: JSONPointer) throws(FlowFault) {
        hasSpokenText = true
        literal.append(UInt8(ascii: "\""))
        endLiteral()
        var inner = TemplateBuilder(allowed: allowed)
        try inner.addContent(of: text, at: place)
        parts.append(.spokenText(inner.finish()))
        literal.append(UInt8(ascii: "\""))
    }

    private mutating func addContent(of text: String, at place: JSONPointer) throws(FlowFault) {
        let isMarkup = text.isMarkup
        var rest = text[...]
        while let open = rest.firstIndex(ofPair: "{") {
            String(rest[..<open]).writeJSONStringContent(to: &literal)
            rest = rest[open...].dropFirst(2)
            guard let close = rest.firstIndex(ofPair: "}") else { throw .placeholderNotClosed(place) }
            let name = String(rest[..<close]).trimmed ?? ""
            guard let placeholder = Placeholder(name: name) else { throw .unknownPlaceholder(name, place) }
            guard allowed.contains(placeholder) else { throw .placeholderWithoutValue(placeholder, place) }
            endLiteral()
            parts.append(.slot(placeholder, isMarkup: isMarkup))
            rest = rest[close...].dropFirst(2)
        }
        String(rest).writeJSONStringContent(to: &literal)
    }

    private mutating func endLiteral() {
        guard !literal.isEmpty else { return }
        parts.append(.literal(literal))
        literal = []
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
