import JSON

/// N022: telephone numbers are 7 to 15 digits, from the country code on.
func checkPhoneNumbers(_ action: CheckedAction) -> [Finding] {
    action.objects.flatMap { object, shape, place in
        shape.options.compactMap { option -> Finding? in
            guard case .number = option.kind, let value = object[option.name], !value.isNull,
                let fault = fault(ofNumber: value)
            else { return nil }
            return Finding(.phoneNumber, "“\(option.name)” \(fault)", at: place.appending(option.name))
        }
    }
}

private func fault(ofNumber value: JSONValue) -> String? {
    guard let text = value.string else { return "is a string of digits, not \(value.kind)" }
    if text.hasPrefix("+") { return "has no “+” in front" }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
        return "holds digits only"
    }
    if text.hasPrefix("00") { return "begins with the country code, without “00”" }
    return (7...15).contains(text.utf8.count) ? nil : "has 7 to 15 digits, not \(text.utf8.count)"
}
