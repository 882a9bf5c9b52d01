import Crypto
import Synchronization

/// What the secure sockets of a server speak TLS with. Another context can take its place while the server runs:
/// connections go on with the one they began with.
package final class ServerTLS: Sendable {
    /// The protocols that are offered by ALPN (RFC 7301).
    package static let protocols = ["http/1.1"]

    private let current: Mutex<TLSContext>

    /// - Parameter context: a server's, which offers `protocols`.
    package init(_ context: TLSContext) {
        current = Mutex(context)
    }

    /// The context of new connections. Any thread.
    package var context: TLSContext {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
