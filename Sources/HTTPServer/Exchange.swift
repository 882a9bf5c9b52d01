import EventLoop
import HTTP

/// One request on its way to its answer.
package struct Exchange: Sendable {
    /// What the route's `{…}` stood for, percent-decoded once.
    package let parameters: PathParameters
    /// Tells the requests of one process apart, in logs.
    package let requestID: UInt64

    private let server: ServerLoop
    private let place: Place

    init(parameters: PathParameters, requestID: UInt64, server: ServerLoop, place: Place) {
        self.parameters = parameters
        self.requestID = requestID
        self.server = server
        self.place = place
    }

    /// The loop the request is handled on.
    package var loop: EventLoop { server.loop }

    /// Promises the answer for later. For sync handlers, which then return `.later`; once a request.
    ///
    /// - Parameters:
    ///   - limit: how long the client may be kept waiting.
    ///   - otherwise: the answer when that time has passed; made on the loop.
    package func deferReply(
        within limit: Duration, otherwise: @escaping @Sendable () -> Response
    ) -> PendingReply {
        server.deferReply(at: place, within: limit, otherwise: otherwise)
    }
}

/// Where an answer belongs: a connection's slot in its loop, and which use of the slot it is.
struct Place: Equatable, Sendable {
    var slot: Int32
    var generation: UInt32
}
