import NCCO
import Simulator
import Telephony

/// What happened in the demo, for people: one line for each step of the call, at most fifteen.
struct Timeline: Sendable {
    struct Line: Equatable, Sendable {
        let at: ContinuousClock.Instant
        let from: String
        /// Nil when it concerns nobody else.
        var to: String?
        let what: String
        var detail: String

        init(
            _ at: ContinuousClock.Instant, _ from: String, to: String? = nil, _ what: String, _ detail: String = ""
        ) {
            self.at = at
            self.from = from
            self.to = to
            self.what = what
            self.detail = detail
        }
    }

    let lines: [Line]

    static let mostLines = 15

    /// - Parameter moments: in the order of their times.
    init(_ moments: [Moment]) {
        var lines: [Line] = []
        var events: [Told] = []
        var part = 0
        for moment in moments {
            guard case .platform(let trace) = moment.sight else {
                lines += Self.lines(moment)
                continue
            }
            switch trace.what {
            case .told(let event, let status, _):
                events.append(Told(event: event, status: status, at: moment.at, part: part))
            case .asked:
                part += 1
                fallthrough
            default: lines += Self.lines(moment)
            }
        }
        lines += Self.lines(of: events)
        self.lines = Array(lines.sorted { $0.at < $1.at }.prefix(Self.mostLines))
    }

    /// An event that was told.
    private struct Told {
        let event: LegEvent
        let status: Int?
        let at: ContinuousClock.Instant
        /// Counts the answer webhooks before it: events before and after one stand apart.
        let part: Int
    }

    // MARK: Steps

    private static func lines(_ moment: Moment) -> [Line] {
        let at = moment.at
        switch moment.sight {
        case .serving(let url): return [Line(at, "hookline", "listens on", url)]
        case .platform(let trace): return lines(trace.what, at)
        case .gateway(let entry):
            let words = entry.refusal?.rawValue ?? "apns-id \(entry.id.prefix(8))…"
            return [Line(at, "hookline", to: "APNs", "VoIP push", "\(entry.status) \(words)")]
        case .phone(let trace): return lines(trace, at)
        case .hungUp: return [Line(at, "caller", "hangs up")]
        case .recorded(let records):
            let isComplete = records.areComplete
            let detail = isComplete ? "both legs completed, \(records.duration ?? "?") s" : "not complete"
            return [Line(at, "demo", to: "hookline", "GET /v1/calls/{uuid}", detail)]
        }
    }

    private static func lines(_ what: PlatformTrace.What, _ at: ContinuousClock.Instant) -> [Line] {
        switch what {
        case .asked(let isFallback, let method, let isSigned, let status, let actions, let took):
            let path = isFallback ? "fallback" : "answer"
            let answer = status.map { "\($0) in \(milliseconds(took)) ms" } ?? "no answer"
            let asked = Line(
                at - took, "platform", to: "hookline", "\(method) /webhooks/\(path)",
                answer + (isSigned ? ", signed" : ""))
            guard let actions else { return [asked] }
            return [asked, Line(at, "hookline", to: "platform", "NCCO", actions.map(word).joined(separator: ", "))]
        case .spoke(let talk): return [Line(at, "platform", to: "caller", "talk", "“\(talk.text)”")]
        case .complained(let words, _): return [Line(at, "platform", to: "hookline", "error event", words)]
        case .skipped(let kind): return [Line(at, "platform", "skips", kind.rawValue)]
        case .told, .joined, .ended: return []
        }
    }

    private static func lines(_ trace: PhoneTrace, _ at: ContinuousClock.Instant) -> [Line] {
        switch trace {
        case .registered(_, let status):
            [Line(at, "iPhone", to: "hookline", "POST /client/devices", "\(status) voip and alert token")]
        case .rang(let invitation): [Line(at, "APNs", to: "iPhone", "rings", "\(invitation.caller) calls")]
        case .greeted(let user): [Line(at, "iPhone", to: "hookline", "GET /client/me", "200 \(user)")]
        case .answered: [Line(at, "iPhone", to: "platform", "signs in, answers", "JWT and its ACL are good")]
        case .declined: [Line(at, "iPhone", to: "platform", "declines")]
        case .ignored(let words), .failed(let words): [Line(at, "iPhone", "fails", words)]
        case .signedIn: []
        }
    }

    /// Events of one leg that follow one another stand in one line, and so do the ends of both legs.
    private static func lines(of events: [Told]) -> [Line] {
        var lines: [Line] = []
        var part = -1
        for told in events {
            let event = told.event
            let leg = event.status == .completed ? "both legs" : event.direction == .inbound ? "caller" : event.to
            let isGood = (200..<300).contains(told.status ?? 0)
            let word = event.status.rawValue + (isGood ? "" : " (\(told.status.map(String.init) ?? "no answer"))")
            let what = "POST event, \(leg)"
            if let last = lines.last, last.what == what, part == told.part {
                let detail = last.detail == word ? word : last.detail + ", " + word
                lines[lines.count - 1] = Line(told.at, "platform", to: "hookline", what, detail)
            } else {
                lines.append(Line(told.at, "platform", to: "hookline", what, word))
            }
            part = told.part
        }
        return lines
    }

    private static func word(_ action: Action) -> String {
        guard case .connect(let connect) = action, case .app(let endpoint)? = connect.endpoint else {
            return action.kind.rawValue
        }
        return "connect \(endpoint.user ?? "")"
    }
}

extension Timeline.Line {
    /// One line of a screen of `width` columns: the time since `start`, who to whom, what.
    func text(since start: ContinuousClock.Instant, style: Style, width: Int = 80) -> String {
        let time = milliseconds(at - start)
        let place = String(repeating: " ", count: max(0, 5 - time.count)) + time + " ms  "
        let who: String
        if let to {
            who = style.cyan(from.padded(to: 8)) + style.dim(" → ") + style.cyan(to.padded(to: 8))
        } else {
            who = style.cyan(from.padded(to: 19))
        }
        let room = width - place.columns - 19 - 2 - 22
        let shown = detail.printable.cut(to: max(1, room))
        return style.dim(place) + who + "  " + (shown.isEmpty ? what : what.padded(to: 22) + shown)
    }
}

/// Whole milliseconds, or tenths below ten.
func milliseconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)"
}
