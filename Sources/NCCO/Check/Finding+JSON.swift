import JSON

extension Finding {
    /// The finding as programs get it. `fix` says how to mend it; `edits` is there where that can be done for them: bytes
    /// of the text from `start` on, before `end`, are replaced with `text`.
    package var json: JSONValue {
        var object: JSONObject = ["rule": .string(rule.rawValue), "severity": .string(severity.rawValue)]
        object["line"] = line.map { .number(JSONNumber($0)) }
        object["column"] = column.map { .number(JSONNumber($0)) }
        object["pointer"] = .string(pointer.description)
        object["message"] = .string(message)
        object["fix"] = .string(mend)
        if let fix {
            object["edits"] = .array(
                fix.edits.map { edit in
                    [
                        "start": .number(JSONNumber(edit.range.lowerBound)),
                        "end": .number(JSONNumber(edit.range.upperBound)), "text": .string(edit.text),
                    ]
                })
        }
        return .object(object)
    }
}
