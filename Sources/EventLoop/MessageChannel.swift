import CShims
import Glibc

/// One end of a pair of sockets between two processes. Its messages carry a few bytes and, if wanted, open descriptors.
///
/// A message arrives whole and in order, or not at all (unix(7), SOCK_SEQPACKET and SCM_RIGHTS). Whoever waits here is
/// a thread of its own, never a loop.
package final class MessageChannel: Sendable {
    package struct Message: Equatable, Sendable {
        package var bytes: [UInt8]
        /// The receiver's own; close on exec.
        package var descriptors: [CInt]

        package init(_ bytes: [UInt8], descriptors: [CInt] = []) {
            self.bytes = bytes
            self.descriptors = descriptors
        }
    }

    package enum Arrival: Equatable, Sendable {
        case message(Message)
        /// The other process has closed its end, or is no more.
        case closed
        /// Nothing came in time.
        case nothing
    }

    /// The most descriptors of one message (unix(7)).
    package static let descriptorLimit = Int(HL_DESCRIPTORS_A_MESSAGE)
    /// The most bytes of one message.
    private static let byteLimit = 4096

    private let fd: CInt

    /// Takes over one end, which this closes at its own end.
    package init(adopting fd: CInt) { self.fd = fd }

    deinit { Kernel.close(fd) }

    /// A new pair. The second end is a bare descriptor, to be given to a child and closed here.
    package static func pair() throws(SystemError) -> (mine: MessageChannel, theirs: CInt) {
        var ends: (CInt, CInt) = (-1, -1)
        let kind = CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        try system("socketpair") {
            withUnsafeMutablePointer(to: &ends) {
                $0.withMemoryRebound(to: CInt.self, capacity: 2) { socketpair(AF_UNIX, kind, 0, $0) }
            }
        }
        return (MessageChannel(adopting: ends.0), ends.1)
    }

    /// Waits while the other process takes nothing. A process that is gone is EPIPE.
    package func send(_ message: Message) throws(SystemError) {
        try system("sendmsg") {
            hl_send_descriptors(
                fd, message.bytes, message.bytes.count, message.descriptors, CInt(message.descriptors.count))
        }
    }

    /// Waits for the next message, `limit` at most.
    package func receive(within limit: Duration) throws(SystemError) -> Arrival {
        let deadline = Moment.now() + limit
        var poll = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
        while true {
            let left = max(0, deadline.nanoseconds - Moment.now().nanoseconds)
            let ready = Glibc.poll(&poll, 1, CInt(clamping: (left + 999_999) / 1_000_000))
            if ready > 0 { break }
            if ready == 0 { return .nothing }
            guard errno == EINTR else { throw SystemError(call: "poll", code: errno) }
        }
        var bytes = [UInt8](repeating: 0, count: Self.byteLimit)
        var descriptors = [CInt](repeating: -1, count: Self.descriptorLimit)
        var number: CInt = 0
        do throws(SystemError) {
            let count = try system("recvmsg") {
                number = CInt(Self.descriptorLimit)
                return hl_receive_descriptors(fd, &bytes, bytes.count, &descriptors, &number)
            }
            // Messages are never empty: nothing is the end.
            if count == 0 { return .closed }
            return .message(Message(Array(bytes.prefix(count)), descriptors: Array(descriptors.prefix(Int(number)))))
        } catch {
            // It has gone with messages of ours unread. That is told first; what it had said waits behind.
            guard error.code == ECONNRESET else { throw error }
            return try receive(within: .zero)
        }
    }
}
