import EventLoop
import Glibc
import Synchronization

/// Ports that stay free after a server has stopped, until the test itself uses them again.
///
/// They lie below those that the system hands out by itself (`ip_local_port_range`, from 32768), so no server at port
/// 0 and no client gets one, and no two tests of this process are given the same.
package enum LastingPort {
    private static let range: Range<UInt16> = 20_000..<32_000
    /// Begins anywhere, because other test runs on this machine choose here, too.
    private static let next = Mutex(UInt16.random(in: range))

    /// A port that is free at this address, which is one in numbers.
    package static func choose(at host: String = "127.0.0.1") throws(SystemError) -> UInt16 {
        for _ in range {
            let port = next.withLock { next in
                defer { next = next + 1 < range.upperBound ? next + 1 : range.lowerBound }
                return next
            }
            if try isFree(port, at: host) { return port }
        }
        throw SystemError(call: "bind \(host)", code: EADDRINUSE)
    }

    private static func isFree(_ port: UInt16, at host: String) throws(SystemError) -> Bool {
        guard let address = SocketAddress(numeric: host, port: port) else {
            throw SystemError(call: "bind \(host)", code: EINVAL)
        }
        let fd = try Kernel.streamSocket(family: address.family)
        defer { Kernel.close(fd) }
        do throws(SystemError) {
            try Kernel.bind(fd, to: address)
            return true
        } catch {
            guard error.code == EADDRINUSE else { throw error }
            return false
        }
    }
}
