import JSON

/// N001: the document is an array.
func notAnArray(_ text: PositionedText) -> Finding {
    let root = text.root
    var finding = Finding(
        .notAnArray, "an NCCO is an array of actions, not \(root.kind)", mend: "Put the actions into an array: [ … ].",
        at: JSONPointer(), range: root.range)
    guard let members = root.members else { return finding }
    if root["action"]?.string != nil {
        finding.mend = "Put the action into an array: [ … ]."
        finding.fix = .wrapping(root.range)
    } else if members.count == 1, members[0].value.array != nil {
        finding.message = "an NCCO is the array itself, not an object with one in “\(members[0].key)”"
        finding.mend = "Leave out the object around the array."
        finding.fix = Fix([
            Fix.Edit(range: root.range.lowerBound..<members[0].value.range.lowerBound, text: ""),
            Fix.Edit(range: members[0].value.range.upperBound..<root.range.upperBound, text: ""),
        ])
    }
    return finding
}

/// N031: there is something to do.
func checkEmptiness(_ text: PositionedText) -> [Finding] {
    guard text.root.array?.isEmpty ?? false else { return [] }
    return [
        Finding(
            .emptyDocument, "there are no actions: the call ends at once",
            mend: "Add an action, or leave it so if the caller is to be hung up on.", at: JSONPointer(),
            range: text.root.range, severity: .warning)
    ]
}

/// N032: no byte order mark stands in front (RFC 8259 §8.1).
func checkByteOrderMark(_ text: PositionedText) -> [Finding] {
    guard text.hasByteOrderMark else { return [] }
    return [
        Finding(
            .byteOrderMark, "a byte order mark stands in front of the text, which some readers refuse",
            mend: "Save the file as UTF-8 without a byte order mark.", at: JSONPointer(), range: 0..<3,
            severity: .warning, fix: .replacing(0..<3, with: ""))
    ]
}

/// N033: a key stands once in an object; readers differ in which one they take (RFC 8259 §4).
func checkRepeatedKeys(_ text: PositionedText) -> [Finding] {
    text.repeatedKeys.map { pointer, earlier, last in
        let place = text.place(of: last.keyRange.lowerBound)
        return Finding(
            .repeatedKey, "“\(earlier.key)” stands twice in the same object, again in line \(place.line)",
            mend: "Leave one of them.", at: pointer, range: earlier.keyRange)
    }
}
