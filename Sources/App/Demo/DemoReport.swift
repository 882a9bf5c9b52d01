import JSON
import Simulator
import Telephony

/// How the demo went, to be printed.
struct DemoReport: Sendable {
    let timeline: Timeline
    let checklist: Checklist
    /// When the process began.
    let start: ContinuousClock.Instant
    /// From the start of the process until the call was answered; nil when it never was.
    let answeredAfter: Duration?

    init(_ moments: [Moment], start: ContinuousClock.Instant, call: CallUUID?, user: String) {
        self.start = start
        timeline = Timeline(moments)
        checklist = Checklist(moments, call: call, user: user)
        answeredAfter = moments.first { $0.sight.isAnswered }.map { $0.at - start }
    }

    var json: JSONObject {
        var object = JSONObject()
        object["answered_ms"] = answeredAfter.map { .number(JSONNumber(Self.whole($0))) } ?? .null
        object["timeline"] = .array(
            timeline.lines.map { line in
                var entry: JSONObject = ["at_ms": .number(JSONNumber(Self.whole(line.at - start)))]
                entry["from"] = .string(line.from)
                if let to = line.to { entry["to"] = .string(to) }
                entry["what"] = .string(line.what)
                entry["detail"] = .string(line.detail)
                return .object(entry)
            })
        object["steps"] = .array(
            checklist.steps.map { step in
                var entry: JSONObject = ["step": .string(step.name), "seen": .bool(step.instead == nil)]
                if let instead = step.instead { entry["instead"] = .string(instead) }
                return .object(entry)
            })
        return object
    }

    /// Whole milliseconds.
    static func whole(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
