import JSON

/// Holds values against their shapes: rules N005, N008, N020, N022, N023, N029 and N030.
struct ValueCheck {
    /// The option's name, for messages.
    let name: String
    /// Whether a text may stand for an array of one, or the other way.
    let isLenient: Bool

    func findings(_ value: PositionedValue, _ shape: ValueShape, at pointer: JSONPointer) -> [Finding] {
        switch shape {
        case .any, .endpoint: return []
        case .boolean: return value.bool != nil ? [] : [boolean(value, at: pointer)]
        case .integer(let range):
            if let int = value.number?.int, range.contains(int) { return [] }
            let isRight = value.string.flatMap { Int($0) }.map(range.contains) ?? false
            return [isRight ? asText(value, at: pointer) : wrong(value, shape, at: pointer)]
        case .number(let range):
            if let double = value.number?.double, range.contains(double) { return [] }
            let isRight = value.string.flatMap { JSONNumber($0)?.double }.map(range.contains) ?? false
            return [isRight ? asText(value, at: pointer) : wrong(value, shape, at: pointer)]
        case .string(let text):
            if let string = value.string, text.matches(string) { return [] }
            return [wrong(value, shape, at: pointer, fix: quoting(value) { text.matches($0) })]
        case .choice(let words): return choice(value, words, at: pointer)
        case .phoneNumber: return phoneNumber(value, at: pointer)
        case .url: return url(value, at: pointer)
        case .urlArray: return urlArray(value, at: pointer)
        case .language(let list): return language(value, list, at: pointer)
        case .array(let element, let count, let isSet):
            return array(value, of: element, count, isSet, shape, at: pointer)
        case .object: return value.members != nil ? [] : [wrong(value, shape, at: pointer)]
        case .map(let element):
            guard let members = value.members else { return [wrong(value, shape, at: pointer)] }
            return members.flatMap { member in
                ValueCheck(name: member.key, isLenient: false)
                    .findings(member.value, element, at: pointer.appending(member.key))
            }
        }
    }

    /// N008.
    private func wrong(
        _ value: PositionedValue, _ shape: ValueShape, at pointer: JSONPointer, fix: Fix? = nil
    ) -> Finding {
        Finding(
            .badValue, "“\(name)” is \(value.shown), but it is \(shape.words)",
            mend: fix == nil ? "Write \(shape.words)." : "Write it as a string, in quotes.", at: pointer,
            range: value.range, fix: fix)
    }

    /// N020.
    private func asText(_ value: PositionedValue, at pointer: JSONPointer) -> Finding {
        let plain = value.string ?? ""
        // Int() takes spellings that JSON does not have, such as +5 and 007.
        let spelling = JSONNumber(plain)?.text ?? Int(plain).map(String.init) ?? plain
        return Finding(
            .valueAsText, "“\(name)” is a number written as a string", mend: "Leave out the quotes: \(spelling).",
            at: pointer, range: value.range, severity: .warning, fix: .replacing(value.range, with: spelling))
    }

    private func boolean(_ value: PositionedValue, at pointer: JSONPointer) -> Finding {
        guard let text = value.string, text == "true" || text == "false" else {
            return wrong(value, .boolean, at: pointer)
        }
        return Finding(
            .valueAsText, "“\(name)” is a boolean written as a string", mend: "Leave out the quotes: \(text).",
            at: pointer, range: value.range, severity: .warning, fix: .replacing(value.range, with: text))
    }

    private func quoting(_ value: PositionedValue, _ isRight: (String) -> Bool) -> Fix? {
        guard let text = value.number?.text, isRight(text) else { return nil }
        return .replacing(value.range, with: "\"\(text)\"")
    }

    private func choice(_ value: PositionedValue, _ words: [String], at pointer: JSONPointer) -> [Finding] {
        guard let text = value.string else { return [wrong(value, .choice(words), at: pointer)] }
        if words.contains(text) { return [] }
        var finding = wrong(value, .choice(words), at: pointer)
        if let same = words.first(where: { $0.lowercased() == text.lowercased() }) {
            finding.mend = "Write “\(same)”."
            finding.fix = .replacing(value.range, with: "\"\(same)\"")
        } else if let near = Spelling.nearest(to: text, among: words) {
            finding.message += "; did you mean “\(near)”?"
        }
        return [finding]
    }

    /// N022.
    private func phoneNumber(_ value: PositionedValue, at pointer: JSONPointer) -> [Finding] {
        guard let fault = PhoneNumberFault(value) else { return [] }
        return [
            Finding(
                .phoneNumber, "“\(name)” \(fault.message)", mend: "Write 7 to 15 digits, the country code first.",
                at: pointer, range: value.range,
                fix: fault.digits.map { .replacing(value.range, with: "\"\($0)\"") })
        ]
    }

    private func url(_ value: PositionedValue, at pointer: JSONPointer) -> [Finding] {
        if let text = value.string { return address(text, value, at: pointer) }
        guard isLenient, let elements = value.array, elements.count == 1, let text = elements[0].string else {
            return [wrong(value, .url, at: pointer)]
        }
        let finding = Finding(
            .arrayOrText, "“\(name)” is a string, not an array", mend: "Write the URL without brackets.", at: pointer,
            range: value.range, severity: .warning,
            fix: .replacing(value.range, with: JSONValue.string(text).serializedText))
        return [finding] + address(text, elements[0], at: pointer.appending(0))
    }

    /// N005, or N029 where the platform takes both.
    private func urlArray(_ value: PositionedValue, at pointer: JSONPointer) -> [Finding] {
        let fault: String
        switch value.content {
        case .array(let elements) where elements.count == 1:
            let place = pointer.appending(0)
            guard let text = elements[0].string else { return [wrong(elements[0], .url, at: place)] }
            return address(text, elements[0], at: place)
        case .array(let elements): fault = "not of \(elements.count)"
        case .string(let text):
            let finding = Finding(
                isLenient ? .arrayOrText : .urlArray, "“\(name)” is an array of one URL, not a string",
                mend: "Put the URL into brackets: [\"…\"].", at: pointer, range: value.range,
                severity: isLenient ? .warning : .error, fix: .wrapping(value.range))
            return [finding] + (isLenient ? address(text, value, at: pointer) : [])
        default: fault = "not \(value.kind)"
        }
        return [
            Finding(
                .urlArray, "“\(name)” is an array of one URL, \(fault)",
                mend: "Write an array of one URL: [\"https://…\"].",
                at: pointer, range: value.range)
        ]
    }

    /// N023.
    private func address(_ text: String, _ value: PositionedValue, at pointer: JSONPointer) -> [Finding] {
        guard text.hasScheme("http", "https"), text.hasHost else {
            return [
                Finding(
                    .url, "“\(name)” is \(value.shown), but it is an http or https URL",
                    mend: "Write a whole URL: https://…", at: pointer, range: value.range)
            ]
        }
        guard text.hasScheme("http") else { return [] }
        return [
            Finding(
                .url, "“\(name)” is an http URL: whoever is on the way can read and change it", mend: "Use https.",
                at: pointer, range: value.range, severity: .info)
        ]
    }

    /// N030.
    private func language(_ value: PositionedValue, _ list: LanguageList, at pointer: JSONPointer) -> [Finding] {
        guard let code = value.string else { return [wrong(value, .language(list), at: pointer)] }
        let codes: [String]
        switch list {
        case .spoken:
            if SpokenLanguage.named(code) != nil { return [] }
            codes = SpokenLanguage.all.map(\.code)
        case .understood:
            if UnderstoodLanguage.isKnown(code) { return [] }
            codes = UnderstoodLanguage.codes
        }
        var finding = Finding(
            .language, "“\(code)” is no language that is known here for “\(name)”",
            mend: "Write a language and a country, such as en-GB.", at: pointer, range: value.range,
            severity: .warning)
        if let same = codes.first(where: { Spelling.folded($0) == Spelling.folded(code) }) {
            finding.message += ": it is spelt “\(same)”"
            finding.mend = "Write “\(same)”."
            finding.fix = .replacing(value.range, with: "\"\(same)\"")
        } else if let near = Spelling.nearest(to: code, among: codes) {
            finding.message += "; did you mean “\(near)”?"
        }
        return [finding]
    }

    private func array(
        _ value: PositionedValue, of element: ValueShape, _ count: ClosedRange<Int>, _ isSet: Bool, _ shape: ValueShape,
        at pointer: JSONPointer
    ) -> [Finding] {
        guard let elements = value.array else {
            let isElement = value.string != nil && findings(value, element, at: pointer).isEmpty
            var finding = wrong(value, shape, at: pointer)
            if isElement {
                finding.mend = "Put it into brackets: [ … ]."
                finding.fix = .wrapping(value.range)
            }
            return [finding]
        }
        guard count.contains(elements.count) else { return [wrong(value, shape, at: pointer)] }
        var found: [Finding] = []
        for (index, item) in elements.enumerated() {
            found += findings(item, element, at: pointer.appending(index))
            guard isSet, let text = item.string, elements[..<index].contains(where: { $0.string == text }) else {
                continue
            }
            found.append(
                Finding(
                    .badValue, "“\(text)” stands twice in “\(name)”", mend: "Leave one of them.",
                    at: pointer.appending(index), range: item.range))
        }
        return found
    }
}

extension PositionedValue {
    /// The value itself where it is short, else what kind it is.
    fileprivate var shown: String {
        switch content {
        case .array(let elements): elements.isEmpty ? "an empty array" : "an array of \(elements.count)"
        case .object: "an object"
        case .string(let text):
            text.isEmpty ? "empty" : text.unicodeScalars.count > 60 ? "a long string" : "“\(text)”"
        case .number(let number): number.text.utf8.count > 40 ? "a long number" : number.text
        case .bool, .null: value.serializedText
        }
    }
}
