import JSON

/// N018: a text with tags is one `speak` element, well-formed. N035: its elements are such as are understood.
func checkMarkup(_ action: CheckedAction) -> [Finding] {
    guard action.kind == .talk, let value = action.object["text"], let text = value.string, Markup.isMeant(text) else {
        return []
    }
    do throws(MarkupFault) {
        let elements = try Markup.elements(of: text)
        guard elements.first == "speak", Markup.isOneElement(text) else {
            return [outsideSpeak(text, elements, value, action.object)]
        }
        return unknownElements(elements, action.object)
    } catch {
        let fault = action.object.finding(
            .markup, "“text” has tags, but is not well-formed: \(error)",
            mend: "Close every element, quote attributes, and write & as &amp; and < as &lt;.", at: "text")
        return [fault]
    }
}

private func outsideSpeak(
    _ text: String, _ elements: [String], _ value: PositionedValue, _ object: CheckedObject
) -> Finding {
    let isWrappable = !elements.contains("speak")
    return object.finding(
        .markup, "“text” has tags, but is not one “speak” element, so the tags are read out",
        mend: isWrappable
            ? "Write <speak> in front of the text and </speak> behind it."
            : "Put all of the text into the “speak” element.", at: "text",
        fix: isWrappable
            ? .replacing(value.range, with: JSONValue.string("<speak>\(text)</speak>").serializedText) : nil)
}

private func unknownElements(_ elements: [String], _ object: CheckedObject) -> [Finding] {
    guard let unknown = elements.first(where: { !Markup.known.contains($0) }) else { return [] }
    let near = Spelling.nearest(to: unknown, among: Markup.known)
    return [
        object.finding(
            .unknownElement,
            "SSML has no element “\(unknown)” here" + (near.map { "; did you mean “\($0)”?" } ?? ""),
            mend: "There are \(Markup.known.joined(separator: ", ")).", at: "text", severity: .warning)
    ]
}
