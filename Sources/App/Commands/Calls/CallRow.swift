import JSON

/// One call of a list, as text.
enum CallRow {
    static let titles = ["Started", "Direction", "From", "To", "Status", "Duration", "UUID"]

    static func cells(_ call: JSONValue) -> [String] {
        [
            call["start_time"]?.string ?? "", call["direction"]?.string ?? "", endpoint(call["from"]),
            endpoint(call["to"]), call["status"]?.string ?? "",
            call["duration"]?.string.map { "\($0) s" } ?? "", call["uuid"]?.string ?? "",
        ]
    }

    /// An endpoint object's number, user or address; older answers have an array or plain text.
    static func endpoint(_ value: JSONValue?) -> String {
        switch value {
        case .string(let text): text
        case .array(let items): endpoint(items.first)
        case .object(let object):
            (object["number"] ?? object["user"] ?? object["uri"] ?? object["id"])?.string ?? object["type"]?.string
                ?? ""
        default: ""
        }
    }
}
