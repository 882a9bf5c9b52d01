import EventLoop
import HTTP

/// How much one server takes on, and how long it waits.
package struct Limits: Equatable, Sendable {
    /// Sizes of one request.
    package var request = ParserLimits()
    /// Open connections, of all loops together; fewer when the process may not open as many files. One more takes the
    /// place of one that is idle, or is told 503 and closed.
    package var connections = 20_000
    /// Open connections of one address (IPv6: of one /64). One more is told 503 and closed. 0 sets no limit: behind a
    /// proxy all have its address.
    package var connectionsPerAddress = 0
    /// How long a connection must have been idle to be closed for another one.
    package var spare: Duration = .seconds(1)
    /// A connection without a request, new or kept alive.
    package var idle: Duration = .seconds(75)
    /// From the first byte of a head to its last.
    package var head: Duration = .seconds(10)
    /// What a body may take in any case; on top of it comes what its bytes take at `bodyRate`.
    package var bodyGrace: Duration = .seconds(10)
    /// The slowest a body may come, and an answer may be taken, in bytes a second.
    package var bodyRate = 1024
    /// What a peer may take to take an answer in any case; on top of it comes what its bytes take at `bodyRate`.
    package var write: Duration = .seconds(30)
    /// After a refusal: how long what the peer still sends is read and dropped, so that the answer reaches it.
    package var linger: Duration = .seconds(2)
    /// An async handler that does not answer; the client is told 503.
    package var handler: Duration = .seconds(60)
    /// Answers of one turn that are gathered before they are sent, in bytes.
    package var gathered = 256 << 10

    package init() {}

    /// How often the deadlines of all connections are looked at.
    var sweep: Duration {
        let shortest = min(idle, head, bodyGrace, write, linger)
        return max(.milliseconds(5), min(.seconds(1), shortest / 4))
    }
}

/// The waiting times of `Limits` in nanoseconds, worked out once.
struct Timeouts: Equatable, Sendable {
    let idle: Int64
    let head: Int64
    private let write: Int64
    let linger: Int64
    private let bodyGrace: Int64
    private let bodyByte: Int64

    init(_ limits: Limits) {
        idle = limits.idle.nanoseconds
        head = limits.head.nanoseconds
        write = limits.write.nanoseconds
        linger = limits.linger.nanoseconds
        bodyGrace = limits.bodyGrace.nanoseconds
        bodyByte = 1_000_000_000 / Int64(max(1, limits.bodyRate))
    }

    /// What a body may have taken when so many bytes of it are there.
    func body(received: Int) -> Int64 { bodyGrace + Int64(received) * bodyByte }

    /// How long a peer may have been slow that has taken so many bytes meanwhile.
    func write(taken: Int) -> Int64 { write + Int64(taken) * bodyByte }
}
