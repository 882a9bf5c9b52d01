import Directory
import NCCO
import Telephony

/// What one answer webhook leads to.
package struct CallPlan: Equatable, Sendable {
    /// The reply: what the caller hears.
    package var ncco: [UInt8]
    /// The flow it was made from.
    package var flow: FlowName
    /// Whose call it is; nil if nobody's.
    package var application: ApplicationID?
    /// Who calls.
    package var caller: CallerIdentity
    /// The user who is rung.
    package var callee: UserEntry?
    /// What happens besides.
    package var effects: [Effect] = []
    /// What the operator should know about.
    package var problem: PlanProblem?

    package enum Effect: Equatable, Sendable {
        /// Wakes the user's phones.
        case invite(user: UserEntry, devices: [DeviceEntry])
    }
}

/// Why a call did not reach anybody.
package enum PlanProblem: Equatable, Sendable {
    /// The number that was dialled is none of ours.
    case unknownNumber(String)
    /// Nothing was dialled.
    case nothingDialled
    /// The number is ours, but rings nobody, or somebody who has gone.
    case nobodyLinked(E164)
    /// The number belongs to another application than the one the webhook is for.
    case otherApplication(E164)
    /// The application of an app user's call cannot be told.
    case unknownApplication
    /// An app user dialled what is neither a telephone number nor a user.
    case unknownCallee(String)
    /// The application has no number to show when its users call a telephone.
    case noCallerNumber(ApplicationID)
    /// The flow that was chosen for the number or its application, or that another one goes on with, is not there.
    case missingFlow(String)
    /// A flow speaks of a user, and the call has none.
    case flowWithoutUser(String)
    /// With the values of the call, the platform would have refused the flow. Aside, so that the other plans are small.
    indirect case unfitFlow(String, Finding)

    /// A name that never changes, for lists and counters.
    package var code: String {
        switch self {
        case .unknownNumber: "unknown_number"
        case .nothingDialled: "nothing_dialled"
        case .nobodyLinked: "nobody_linked"
        case .otherApplication: "other_application"
        case .unknownApplication: "unknown_application"
        case .unknownCallee: "unknown_callee"
        case .noCallerNumber: "no_caller_number"
        case .missingFlow: "missing_flow"
        case .flowWithoutUser: "flow_without_user"
        case .unfitFlow: "unfit_flow"
        }
    }
}

extension PlanProblem: CustomStringConvertible {
    /// What to do about it, for the operator.
    package var description: String {
        switch self {
        case .unknownNumber(let text):
            "\(text.cut(to: 64)) was called, but is none of the numbers here: add it with `hookline numbers add`"
        case .nothingDialled: "an answer webhook did not say which number was called"
        case .nobodyLinked(let number):
            "\(number.digits) was called, but rings nobody: link it to a user with `hookline numbers link`"
        case .otherApplication(let number):
            "\(number.digits) was called for an application that does not own it: check the answer URL"
        case .unknownApplication:
            "a user's call names no application: use the answer URL /apps/APPLICATION_ID/webhooks/answer"
        case .unknownCallee(let text):
            "a user called \(text.cut(to: 64)), which is neither a telephone number nor a user of the application"
        case .noCallerNumber(let application):
            "a user of application \(application) called a telephone, but the application has no number to show: "
                + "link one with `hookline numbers link`"
        case .missingFlow(let name):
            "the flow \(name) is not there: put it back with `hookline flows put \(name) FILE`, or choose another one"
        case .flowWithoutUser(let name):
            "the flow \(name) speaks of a user, but the number that was called has none: link it with --user"
        case .unfitFlow(let name, let finding):
            "what a call filled into the flow \(name) made it unfit at \(finding.pointer): \(finding.message) "
                + "(\(finding.rule.rawValue)); the caller heard the fallback flow"
        }
    }
}
