import EventLoop
import Glibc

/// A port of 127.0.0.1 where nobody listens as long as this object lives.
///
/// Its socket is bound and does not listen: a connection is refused, and the system gives the port to nobody else. A
/// port whose socket has been closed may be another test's the next moment.
package final class SilentPort: Sendable {
    package let number: UInt16
    private let fd: CInt

    package init() throws(SystemError) {
        let fd = try Kernel.streamSocket(family: AF_INET)
        do throws(SystemError) {
            try Kernel.bind(fd, to: SocketAddress(ipv4: (127, 0, 0, 1), port: 0))
            number = try Kernel.localAddress(fd).port
        } catch {
            Kernel.close(fd)
            throw error
        }
        self.fd = fd
    }

    deinit { Kernel.close(fd) }

    package var url: String { "http://127.0.0.1:\(number)" }
}
