import JSON

/// What the models of `vonage-voice` 1.5.1 refuse, or lose, of what the platform takes.
enum PythonSDK {
    private static let vendor = Vendor.pythonSDK

    static func findings(_ action: CheckedAction) -> [Finding] {
        var found: [Finding]
        switch action.kind {
        case .connect: found = connect(action)
        case .record, .conversation: found = transcription(action.object)
        case .input: found = mode(action.object)
        case .talk: found = talk(action.object)
        case .wait: found = wait(action.object)
        default: found = []
        }
        found += vendor.shortBeep(action)
        return found
    }

    private static func connect(_ action: CheckedAction) -> [Finding] {
        let connect = action.object
        var found: [Finding] = []
        if !connect.has("from"), !connect.has("randomFromNumber") {
            found.append(
                vendor.remark(
                    "refuses a “connect” without “from” and “randomFromNumber”", mend: "Add one of the two.",
                    on: connect, at: "from"))
        }
        if connect["ringbackTone"]?.string != nil {
            found.append(
                vendor.remark(
                    "refuses a “ringbackTone” that is a string: it wants a list", mend: "Set it without the model.",
                    on: connect, at: "ringbackTone"))
        }
        if connect["eventType"]?.string == "asynchronous" {
            found.append(
                vendor.remark(
                    "knows no “eventType” but “synchronous”", mend: "Leave it out: it is the default.", on: connect,
                    at: "eventType"))
        }
        guard let endpoint = action.endpoint else { return found }
        switch endpoint.kind {
        case .sip where !endpoint.object.has("uri"):
            found.append(
                vendor.remark(
                    "knows sip endpoints by “uri” only", mend: "Write a “uri”, or do without the model.",
                    on: endpoint.object, at: "uri"))
        case .phone where endpoint.object["number"]?.string?.hasPrefix("0") ?? false:
            found.append(
                vendor.remark(
                    "refuses a “number” that begins with 0", mend: "Begin with the country code.",
                    on: endpoint.object, at: "number"))
        default: break
        }
        return found
    }

    private static func transcription(_ object: CheckedObject) -> [Finding] {
        guard object.has("transcription") else { return [] }
        return [
            vendor.remark(
                "does not know “transcription” and leaves it out", mend: "Add it to what the model has made.",
                on: object, at: "transcription")
        ]
    }

    private static func mode(_ object: CheckedObject) -> [Finding] {
        guard object.has("mode") else { return [] }
        return [
            vendor.remark(
                "does not know “mode” and leaves it out", mend: "Add it to what the model has made.", on: object,
                at: "mode")
        ]
    }

    /// It counts the tags as well.
    private static func talk(_ object: CheckedObject) -> [Finding] {
        guard let text = object["text"]?.string, text.spokenCharacters <= Talk.maximumCharacters,
            text.unicodeScalars.count > Talk.maximumCharacters
        else { return [] }
        return [
            vendor.remark(
                "counts tags, too: it refuses a “text” of \(text.unicodeScalars.count) characters",
                mend: "Say it in two “talk” actions.", on: object, at: "text")
        ]
    }

    private static func wait(_ object: CheckedObject) -> [Finding] {
        guard let seconds = object["timeout"]?.number?.double, !Wait.seconds.contains(seconds) else { return [] }
        return [
            vendor.remark(
                "changes the “timeout” to the nearest it allows", mend: "Write 0.1 to 7200.", on: object, at: "timeout")
        ]
    }
}
