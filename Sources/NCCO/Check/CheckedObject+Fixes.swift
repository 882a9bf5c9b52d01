import JSON

/// Changes of members that leave everything around them as it stands.
extension CheckedObject {
    /// Gives a member another key, unless that is there already.
    func renaming(_ member: PositionedMember, to key: String) -> Fix? {
        guard value.member(key) == nil else { return nil }
        return .replacing(member.keyRange, with: JSONValue.string(key).serializedText)
    }

    /// Takes a member out with its comma.
    func removing(_ member: PositionedMember) -> Fix? {
        guard let members = value.members,
            let index = members.firstIndex(where: { $0.keyRange == member.keyRange })
        else { return nil }
        let range: Range<Int>
        if index + 1 < members.count {
            range = member.range.lowerBound..<members[index + 1].range.lowerBound
        } else if index > 0 {
            range = members[index - 1].range.upperBound..<member.range.upperBound
        } else {
            range = member.range
        }
        return .replacing(range, with: "")
    }

    /// Puts a new member in front of one, with the blanks that one has in front.
    func inserting(_ key: String, _ newValue: JSONValue, before member: PositionedMember) -> Fix {
        let start = member.keyRange.lowerBound
        let blanks = text.bytes[value.range.lowerBound..<start].reversed().prefix {
            $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D
        }
        let gap = String(decoding: blanks.reversed(), as: UTF8.self)
        return .replacing(
            start..<start,
            with: "\(JSONValue.string(key).serializedText): \(newValue.serializedText),\(gap.isEmpty ? " " : gap)")
    }
}
