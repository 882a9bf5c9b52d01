import HTTP

/// Answers the requests of one route.
package enum Handler: Sendable {
    /// Runs on the loop and must not block: the live call. It answers at once, or later through
    /// `Exchange.deferReply(within:otherwise:)`.
    case sync(@Sendable (_ request: Request, _ exchange: Exchange) -> Outcome)
    /// Runs as a task on the loop and may wait. What it calls without waiting must not block either.
    case async(@Sendable (_ request: Request, _ exchange: Exchange) async -> Response)
}

/// What a handler on the loop has decided.
package enum Outcome: Sendable {
    case reply(Response)
    /// A `PendingReply` made from the exchange has the rest.
    case later
}
