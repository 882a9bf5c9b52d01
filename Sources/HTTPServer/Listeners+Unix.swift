import EventLoop
import Glibc

/// Unix sockets: one for all loops, for the owner and the group (0660).
extension Listeners {
    mutating func open(path: String, isSecure: Bool) throws(ServerError) {
        do throws(SystemError) {
            let fd = try Kernel.streamSocket(family: AF_UNIX)
            var isOurs = false
            defer { if !isOurs { Kernel.close(fd) } }
            do throws(SystemError) {
                try Kernel.bind(fd, toUnix: path)
            } catch {
                // A server that was killed leaves its file behind; one that lives answers.
                guard error.code == EADDRINUSE, Kernel.isAbandoned(unix: path) else { throw error }
                unlink(path)
                try Kernel.bind(fd, toUnix: path)
            }
            // Before it listens nobody can connect, whatever the umask had made of it.
            guard chmod(path, 0o660) == 0 else { throw SystemError(call: "chmod \(path)", code: errno) }
            try Kernel.listen(fd, backlog: Self.backlog)
            isOurs = true
            files.append(path)
            bound.append(BoundAddress(path: path, isSecure: isSecure))
            share(fd, isSecure: isSecure)
        } catch {
            throw ServerError(error, listeningAt: "unix:" + path)
        }
    }
}
