import EventLoop
import Glibc
import HTTPServer

/// What systemd, or whoever speaks its protocols, hands to this process and is told by it.
enum ServiceManager {
    /// The first of the descriptors that are handed over.
    private static let firstDescriptor: CInt = 3

    /// The listening sockets that are meant for this process (sd_listen_fds(3)); nil when there are none.
    ///
    /// A descriptor named `http` or `https` is used as that; one with another name as the configured address that it is
    /// bound to. The variables are taken out of the environment, so that no child believes them meant for it.
    static func sockets(
        _ environment: [String: String], pid: pid_t = getpid(), from first: CInt = firstDescriptor
    ) throws(Failure) -> InheritedSockets? {
        defer { for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) } }
        guard let owner = environment["LISTEN_PID"], pid_t(owner) == pid, let text = environment["LISTEN_FDS"]
        else { return nil }
        guard let count = CInt(text), (0...1024).contains(count) else {
            throw .usage("LISTEN_FDS is `\(text)`, which is no number of sockets")
        }
        guard count > 0 else { return nil }
        let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
        var sockets: [InheritedSockets.Socket] = []
        for (index, fd) in (first..<first + count).enumerated() {
            let name = names.indices.contains(index) ? String(names[index]) : "unknown"
            guard Kernel.isListening(fd) else {
                throw .usage(
                    "descriptor \(fd) (\(name)) of LISTEN_FDS is not a stream socket that listens",
                    advice: "The socket unit needs ListenStream= and Accept=no.")
            }
            do { try Kernel.closeOnExec(fd) } catch { throw Failure(.refused, "\(error)") }
            sockets.append(InheritedSockets.Socket(fd: fd, isSecure: ["http": false, "https": true][name]))
        }
        return InheritedSockets(sockets, areAll: true)
    }

    /// Tells the service manager how this process is (sd_notify(3)): `READY=1`, `STOPPING=1`, `MAINPID=…`. Does nothing
    /// where none asks.
    static func notify(_ state: String, _ environment: [String: String]) {
        guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@") else { return }
        // Nobody has to listen, and nothing can be done when nobody does.
        try? Kernel.sendDatagram(Array(state.utf8), toUnix: path)
    }
}
