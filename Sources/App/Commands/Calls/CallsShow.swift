import HTTP
import JSON

/// Shows one call with everything that is known of it, as a timeline.
enum CallsShow {
    static let command = Command(
        "calls show", "Show one call and what happened in it", positionals: [Positional("UUID", "Of the call")],
        run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let uuid = try invocation.arguments.required(0)
        let server = try invocation.server()
        let path = "/admin/v1/calls/" + ServerConnection.segment(uuid)
        let call = try server.call(.get, path, about: "call \(uuid)")
        let events = try server.call(.get, path + "/events", about: "call \(uuid)")["events"]?.array ?? []
        let pushes =
            try server.call(.get, "/admin/v1/push-log", query: [("call", uuid)], about: "call \(uuid)")["attempts"]?
            .array ?? []
        let output = invocation.output
        if output.isJSON {
            output.json(["call": call, "events": .array(events), "pushes": .array(pushes)])
            return .success
        }
        output.details([
            ("UUID", call["uuid"]?.string), ("Conversation", call["conversation_uuid"]?.string),
            ("Direction", call["direction"]?.string), ("From", CallRow.endpoint(call["from"])),
            ("To", CallRow.endpoint(call["to"])), ("User", call["user"]?.string), ("Status", call["status"]?.string),
            ("Started", call["start_time"]?.string), ("Ended", call["end_time"]?.string),
            ("Duration", call["duration"]?.string.map { "\($0) s" }), ("Price", call["price"]?.string),
        ])
        let lines = timeline(events: events, pushes: pushes)
        if !lines.isEmpty { output.line("") }
        for (time, text) in lines { output.line("\(output.style.dim(time.padded(to: 24)))  \(text.printable)") }
        return .success
    }

    /// What happened, in order of time. RFC 3339 times of one form sort as text.
    private static func timeline(events: [JSONValue], pushes: [JSONValue]) -> [(time: String, text: String)] {
        var lines = events.map { event in
            let body = event["body"]
            let name = event["status"]?.string ?? event["type"]?.string ?? body?["status"]?.string ?? "event"
            let detail = [body?["reason"], body?["detail"]].compactMap { $0?.string }.joined(separator: ", ")
            return (
                event["timestamp"]?.string ?? event["received_at"]?.string ?? "",
                "event  \(name)" + (detail.isEmpty ? "" : " (\(detail))")
            )
        }
        lines += pushes.map { push in
            let outcome = push["reason"]?.string ?? push["status"]?.int.map { "\($0)" } ?? push["decision"]?.string
            let took = push["milliseconds"]?.int.map { " in \($0) ms" } ?? ""
            return (
                push["at"]?.string ?? "",
                "push   \(push["kind"]?.string ?? "voip") to \(push["user"]?.string ?? push["device_id"]?.string ?? "")"
                    + ": \(outcome ?? "waiting")\(took)"
            )
        }
        return lines.sorted { $0.0 < $1.0 }
    }
}
