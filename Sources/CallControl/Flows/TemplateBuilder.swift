import JSON

/// Writes a flow's JSON without blanks and cuts it where placeholders stand.
struct TemplateBuilder {
    private let allowed: Set<Placeholder>
    private var parts: [FlowTemplate.Part] = []
    private var literals: [UInt8] = []
    /// How much of `literals` stands in a part.
    private var ended = 0
    private var hasSpokenText = false

    init(allowed: Set<Placeholder>) {
        self.allowed = allowed
    }

    mutating func finish() -> (parts: [FlowTemplate.Part], literals: [UInt8]) {
        endLiteral()
        return (parts, literals)
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
            let name = String(rest[..<close]).trimmed ?? ""
            guard let placeholder = Placeholder(name: name) else { throw .unknownPlaceholder(name, place) }
            guard allowed.contains(placeholder) else { throw .placeholderWithoutValue(placeholder, place) }
            endLiteral()
            parts.append(.slot(placeholder, isMarkup: isMarkup))
            rest = rest[close...].dropFirst(2)
        }
        String(rest).writeJSONStringContent(to: &literals)
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
