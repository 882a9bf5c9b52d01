import Crypto
import HTTPServer
import Logging
import Synchronization
import Telephony

/// The certificate that secure sockets show, kept as its files are. A new one is for new connections; one that cannot
/// be used is refused, and the old one stays.
final class ServedCertificate: Sendable {
    private struct State {
        var certificate: Certificate
        var stamps: [TLSFiles.Stamp?]
        /// When its end was last told, as days since 1970.
        var toldOn: Int64?
    }

    /// What the server speaks TLS with.
    let tls: ServerTLS
    private let files: TLSFiles
    private let clock: WallClock
    private let log: Logger
    private let state: Mutex<State>

    /// How often the files are looked at.
    static let pause = Duration.seconds(30)
    /// From how long before its end on a certificate is complained about, in days.
    private static let notice: Int64 = 14
    private static let day: Int64 = 86_400

    /// Reads the files. Throws what is wrong with them.
    init(_ files: TLSFiles, clock: WallClock, log: Logger) throws(Failure) {
        self.files = files
        self.clock = clock
        self.log = log
        let stamps = files.stamps
        let content = try files.read()
        tls = ServerTLS(content.context)
        state = Mutex(State(certificate: content.certificate, stamps: stamps))
        if files.keyIsOpenToAll { log.warning("tls.key_open_to_all", ["file": files.key]) }
        tellEnd()
    }

    /// When the certificate ends.
    var end: Timestamp { Timestamp(seconds: state.withLock(\.certificate).notAfter) }

    /// Looks whether a file has changed, and whether the certificate comes to its end. Every `pause`.
    func check() {
        let stamps = files.stamps
        if stamps != state.withLock(\.stamps) { reload() }
        tellEnd()
    }

    /// Reads the files again.
    func reload() {
        // Taken before reading: what changes while we read is seen the next time.
        let stamps = files.stamps
        do throws(Failure) {
            let content = try files.read()
            let isOther = state.withLock { state in
                defer {
                    state.certificate = content.certificate
                    state.stamps = stamps
                }
                guard state.certificate != content.certificate else { return false }
                state.toldOn = nil
                return true
            }
            tls.context = content.context
            log.info("tls.reloaded", ["certificate": isOther ? "new" : "the same", "until": end])
            tellEnd()
        } catch {
            // Told once for each state of the files.
            state.withLock { $0.stamps = stamps }
            log.error("tls.reload_failed", ["reason": error.message, "certificate": "the old one stays"])
        }
    }

    /// Says once a day that the certificate has ended, has not begun, or ends soon.
    private func tellEnd() {
        let now = clock.now().seconds
        let today = now / Self.day
        let certificate = state.withLock(\.certificate)
        let left = certificate.notAfter - now
        guard left < Self.notice * Self.day || certificate.notBefore > now else { return }
        let isTold = state.withLock { state in
            defer { state.toldOn = today }
            return state.toldOn == today
        }
        guard !isTold else { return }
        if left <= 0 {
            log.error("tls.certificate_expired", ["since": end, "file": files.certificate])
        } else if certificate.notBefore > now {
            log.error(
                "tls.certificate_not_yet_valid",
                ["from": Timestamp(seconds: certificate.notBefore), "file": files.certificate])
        } else {
            log.warning(
                "tls.certificate_expires_soon", ["until": end, "days": left / Self.day, "file": files.certificate])
        }
    }
}
