import CallControl
import Registry
import Telephony

extension StoredProblem {
    /// What an answer showed to be amiss; nil if nothing was.
    static func found(
        in plan: CallPlan, _ call: AnswerWebhook, _ fault: WebhookContent.Fault?, _ path: WebhookPath
    ) -> StoredProblem? {
        func problem(_ code: String, subject: String, _ detail: String) -> StoredProblem {
            StoredProblem(
                code: code, subject: subject, application: plan.application, call: call.call, detail: detail)
        }
        if let fault {
            return problem(
                "unreadable_answer", subject: "answer webhook", "\(fault) The caller heard the fallback flow.")
        } else if case .unknown(let id) = path {
            return problem(
                "unknown_application", subject: String(id.prefix(64)),
                "an answer webhook came for an application that is not here: `hookline apps import` brings one in")
        } else if let found = plan.problem {
            return problem(found.code, subject: found.subject, "\(found)")
        } else if plan.flow == .fallback {
            return problem(
                "fallback_asked", subject: "fallback webhook",
                "the platform asked for the fallback flow" + (call.reason.map { ", because: \($0)" } ?? ""))
        } else if call.call == nil {
            return problem("answer_without_call", subject: "answer webhook", "an answer webhook named no call")
        }
        return nil
    }
}

extension StoredProblem {
    /// What the step of a flow showed to be amiss; nil if nothing was.
    static func found(in plan: CallPlan, call: CallUUID?) -> StoredProblem? {
        plan.problem.map { problem in
            StoredProblem(
                code: problem.code, subject: problem.subject, application: plan.application, call: call,
                detail: "\(problem)")
        }
    }
}

extension PlanProblem {
    /// What it is about: the same problem of the same thing is listed once.
    fileprivate var subject: String {
        switch self {
        case .unknownNumber(let text), .unknownCallee(let text): String(text.prefix(64))
        case .nobodyLinked(let number), .otherApplication(let number): number.digits
        case .noCallerNumber(let application): application.description
        case .missingFlow(let name), .flowWithoutUser(let name), .unfitFlow(let name, _): name
        case .nothingDialled, .unknownApplication: "answer webhook"
        }
    }
}
