import JSON

/// Why a command could not do what it was asked, and what helps.
package struct Failure: Error, Equatable {
    package var code: ExitCode
    /// One sentence without a full stop, naming what it is about. Holds no secret.
    package var message: String
    /// What to do next; may have several lines.
    package var advice: String?

    package init(_ code: ExitCode, _ message: String, advice: String? = nil) {
        self.code = code
        self.message = message
        self.advice = advice
    }

    package static func usage(_ message: String, advice: String? = nil) -> Failure {
        Failure(.usage, message, advice: advice)
    }

    package static func refused(_ message: String, advice: String? = nil) -> Failure {
        Failure(.refused, message, advice: advice)
    }

    /// The shape that goes to standard error under `--json`.
    package var json: JSONValue {
        var error = JSONObject()
        error["code"] = .string(code.word)
        error["exit"] = .number(JSONNumber(Int(code.rawValue)))
        error["message"] = .string(message)
        if let advice { error["advice"] = .string(advice) }
        var object = JSONObject()
        object["error"] = .object(error)
        return .object(object)
    }
}
