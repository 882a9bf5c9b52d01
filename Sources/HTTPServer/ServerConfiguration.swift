import EventLoop
import HTTP
import Logging

/// What a server is started with.
package struct ServerConfiguration: Sendable {
    package var points: [ListenPoint]
    package var router: Router
    /// Needed where one of `points` is secure.
    package var tls: ServerTLS?
    package var limits = Limits()
    /// Those whose word is taken for who sent a request; nil: nobody's.
    package var proxies: TrustedProxies?
    /// Loop threads, at least 1: one for each processor unless something else is said.
    package var loops = Kernel.processors
    package var log = Logger.silent
    /// The shape of answers the server gives by itself: 400, 404, 405, 408, 413, 415, 431, 503 and the like. It runs
    /// on the loop.
    package var problem: @Sendable (Refusal) -> Response = Refusal.plainProblem

    package init(points: [ListenPoint], router: Router) {
        self.points = points
        self.router = router
    }

    /// Listens without TLS.
    package init(addresses: [ListenAddress], router: Router) {
        self.init(points: addresses.map { ListenPoint($0) }, router: router)
    }
}
