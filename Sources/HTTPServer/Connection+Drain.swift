import EventLoop

/// The end of a connection that the server wants, not its client.
extension Connection {
    /// The server stops. Where nothing is under way one more request is awaited until `farewell`, because it may be on
    /// its way and a client cannot tell whether it arrived; without one it closes at once.
    func drain(until farewell: Moment?) {
        guard state.drain() else { return }
        // A request may have come that nobody has looked at yet.
        receive()
        guard isOpen, state.phase == .idle else { return }
        guard let farewell else { return close() }
        state.awaitFarewell(until: farewell)
    }

    /// Since when no request has been under way; nil while one is.
    var idleSince: Moment? { state.idleSince }

    /// Makes room for another connection, unless a request has come that nobody has looked at yet.
    func closeIfIdle() {
        guard state.idleSince != nil else { return }
        receive()
        if isOpen, state.idleSince != nil { close() }
    }
}
