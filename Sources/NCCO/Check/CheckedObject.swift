import JSON

/// An object of an NCCO as the rules see it: its members with their places, and the options it may have.
struct CheckedObject {
    let text: PositionedText
    let value: PositionedValue
    let shape: ObjectShape
    let pointer: JSONPointer
    /// The rule that an option breaks by not being there.
    let missing: RuleID
    /// The key that says what kind of object it is, `action` or `type`: known in any case.
    let kindKey: String?

    /// Members, of those with one key only the one that counts.
    var members: [PositionedMember] {
        let all = value.members ?? []
        var last: [[UInt8]: Int] = [:]
        for (index, member) in all.enumerated() { last[Array(member.key.utf8)] = index }
        guard last.count < all.count else { return all }
        return all.indices.filter { last[Array(all[$0].key.utf8)] == $0 }.map { all[$0] }
    }

    /// The member of an option under its own name or its other spelling. Null is as good as nothing.
    func member(_ name: String) -> PositionedMember? {
        let other = shape.option(named: name)?.otherSpelling
        guard let member = value.member(name) ?? other.flatMap({ value.member($0) }), !member.value.isNull else {
            return nil
        }
        return member
    }

    subscript(name: String) -> PositionedValue? { member(name)?.value }

    func has(_ name: String) -> Bool { member(name) != nil }

    /// Whether an option is true, also where it is written as text.
    func isTrue(_ name: String) -> Bool { self[name]?.bool == true || self[name]?.string == "true" }

    /// Whether an option is false and not merely left out.
    func isFalse(_ name: String) -> Bool { self[name]?.bool == false || self[name]?.string == "false" }

    /// A whole number, also where it is written as text.
    func integer(_ name: String) -> Int? { self[name]?.number?.int ?? self[name]?.string.flatMap { Int($0) } }

    /// A finding about an option: at its value, or at its key, or, if it is not there, at the object.
    func finding(
        _ rule: RuleID, _ message: String, mend: String, at name: String, isAboutKey: Bool = false,
        severity: Severity = .error, fix: Fix? = nil
    ) -> Finding {
        let member = value.member(name) ?? self.member(name)
        let range = member.map { isAboutKey ? $0.keyRange : $0.value.range } ?? value.range
        return Finding(
            rule, message, mend: mend, at: pointer.appending(member?.key ?? name), range: range, severity: severity,
            fix: fix)
    }
}
