import JSON

/// How keys are collected.
package struct InputKeys: Options {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package init() {
        object = [:]
    }

    /// Seconds after the last key.
    package var timeOut: Int {
        get { object[int: "timeOut"] ?? 3 }
        set { object[int: "timeOut"] = newValue }
    }

    package var maxDigits: Int {
        get { object[int: "maxDigits"] ?? 4 }
        set { object[int: "maxDigits"] = newValue }
    }

    /// Whether `#` ends it.
    package var submitOnHash: Bool {
        get { object[bool: "submitOnHash"] ?? false }
        set { object[bool: "submitOnHash"] = newValue }
    }

    static let shape = ObjectShape(
        "dtmf",
        [
            OptionShape("timeOut", .integer(0...10), "Seconds after the last key; 3 unless said otherwise"),
            OptionShape("maxDigits", .integer(1...20), "How many keys; 4 unless said otherwise"),
            OptionShape("submitOnHash", .boolean, "Whether # ends it"),
        ])
}
