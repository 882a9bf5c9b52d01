import JSON
import Telephony

/// What the platform reports at the URL of a step, as far as it says how a call goes on: the events whose answer may be
/// an NCCO.
package enum StepWebhook: Equatable, Sendable {
    /// The caller has pressed these keys, or none; nil if what came was not keys.
    case input(digits: String?)
    /// A `notify` was reached, or somebody a `connect` with `"eventType": "synchronous"` rang did not answer.
    case goesOn

    /// Nil for an event whose answer the platform does not read.
    package init?(_ kind: EventKind, _ object: @autoclosure () -> JSONObject?) {
        switch kind {
        case .input: self = .input(digits: object()?.digits)
        case .notify: self = .goesOn
        case .state(let status):
            switch status {
            case .timeout, .failed, .rejected, .unanswered, .busy, .disconnected: self = .goesOn
            default: return nil
            }
        case .fallback, .transcription, .transfer, .recording, .error, .answer, .unknown: return nil
        }
    }

    /// The flows a call may go on with after the step `name`, the first that is there.
    ///
    /// After keys it is the step's name with the keys, after none with `none`, else with `else`.
    func candidates(after name: String) -> [String] {
        switch self {
        case .goesOn: [name]
        case .input(let digits?): [name + "-" + (digits.isEmpty ? "none" : digits), name + "-else"]
        case .input(nil): [name + "-else"]
        }
    }
}

extension JSONObject {
    /// What was pressed, also as older platforms say it.
    fileprivate var digits: String? {
        guard let dtmf = self["dtmf"], !dtmf.isNull else { return nil }
        let text = dtmf.string ?? dtmf["digits"]?.string ?? dtmf["digits"]?.number?.text ?? dtmf.number?.text ?? ""
        // No file is named after the others, and nobody presses that many.
        return text.utf8.count <= 20 && text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) ? text : nil
    }
}
