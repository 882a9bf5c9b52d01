import HTTP

/// What an API client can be told that went wrong. All of them stand in one table, `Problem+Table.swift`.
///
/// A code never changes its meaning; the words may. What caused it goes to the log, never here.
package struct Problem: Error, Equatable, Sendable {
    /// A member of the request that cannot be taken.
    package struct InvalidParameter: Equatable, Sendable {
        package var name: String
        package var reason: String

        package init(name: String, reason: String) {
            self.name = name
            self.reason = reason
        }
    }

    package let status: Status
    /// The name programs know it by: `invalid_signature`.
    package let code: String
    /// The same words each time.
    package let title: String
    /// What is wrong with this request.
    package var detail: String?
    /// What mends it: a sentence, or a command.
    package var advice: String?
    package var invalidParameters: [InvalidParameter] = []
    /// Seconds after which it is worth trying again.
    package var retryAfter: Int?
    /// The code under which the vendor's Users API knows it (`user:error:not-found`), where its status does not say.
    package var vendorCode: String?

    package init(_ status: Int, _ code: String, _ title: String, advice: String? = nil, vendorCode: String? = nil) {
        self.status = Status(status)
        self.code = code
        self.title = title
        self.advice = advice
        self.vendorCode = vendorCode
    }

    /// The same problem, said of this request.
    package func with(detail: String, advice: String? = nil) -> Problem {
        var problem = self
        problem.detail = detail
        problem.advice = advice ?? self.advice
        return problem
    }

    /// The same problem, with the parameters it is about.
    package func with(invalid parameters: [InvalidParameter]) -> Problem {
        var problem = self
        problem.invalidParameters = parameters
        return problem
    }

    /// The same problem, with one parameter it is about.
    package func with(invalid name: String, _ reason: String) -> Problem {
        with(invalid: invalidParameters + [InvalidParameter(name: name, reason: reason)])
    }

    /// The same problem, worth another try after some seconds.
    package func retrying(after seconds: Int) -> Problem {
        var problem = self
        problem.retryAfter = seconds
        return problem
    }
}
