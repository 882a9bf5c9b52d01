import Crypto
import EventLoop
import Glibc

/// TLS over the socket of one accepted connection. Its handshake is a part of reading.
final class TLSChannel {
    /// How reading has ended.
    private enum Ending {
        /// The peer sends no more. It may have closed the socket without saying so first (RFC 8446 §6.1): the length of
        /// a message is told by HTTP, so that what is cut short is never taken for whole.
        case finished
        case failed(TLSError)
    }

    private let session: TLSSession
    private let fd: CInt
    /// Found while bytes before it had to be handed out first.
    private var ending: Ending?
    /// Whether reading goes on only once the socket takes bytes, as in the middle of a handshake.
    private(set) var readWaitsToSend = false

    /// - Parameter fd: an accepted socket that does not block; it is not closed here.
    init(fd: CInt, context: TLSContext) throws(TLSError) {
        session = try TLSSession(accepting: fd, with: context)
        self.fd = fd
    }

    /// Whether the handshake is done.
    var isEstablished: Bool { session.isEstablished }
    /// Whether the handshake took up an earlier session.
    var isResumed: Bool { session.isResumed }
    /// Whether the client has shown a certificate that is believed.
    var isPeerCertified: Bool { session.isPeerCertified }

    /// Whether there is something to read that no event of the socket will announce.
    var hasPending: Bool { ending != nil || session.hasPendingBytes }

    /// Why reading failed.
    var failure: TLSError? {
        guard case .failed(let error) = ending else { return nil }
        return error
    }

    /// Takes what has arrived, as far as the handshake allows. A failure is also told by `failure`.
    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Kernel.Transfer {
        readWaitsToSend = false
        var count = 0
        reading: while count < buffer.count, ending == nil {
            do throws(TLSError) {
                switch try session.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...])) {
                case .count(let more):
                    count += more
                    if !session.hasPendingBytes { break reading }
                case .wantRead: return count > 0 ? .moved(count) : .wouldBlock
                case .wantWrite:
                    readWaitsToSend = true
                    return count > 0 ? .moved(count) : .wouldBlock
                case .closed: ending = .finished
                }
            } catch {
                ending = error == .truncated ? .finished : .failed(error)
            }
        }
        if count > 0 { return .moved(count) }
        if case .failed(let error) = ending { throw Self.systemError(error) }
        return .finished
    }

    /// Hands over as much as goes now. What was not taken has to be offered again, with or without more behind it.
    func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Kernel.Transfer {
        var count = 0
        while count < bytes.count {
            do throws(TLSError) {
                switch try session.write(UnsafeRawBufferPointer(rebasing: bytes[count...])) {
                case .count(let more): count += more
                case .wantWrite: return count > 0 ? .moved(count) : .wouldBlock
                // Only a handshake would have to read first, and there is none after the first one.
                case .wantRead, .closed: throw TLSError.truncated
                }
            } catch {
                throw Self.systemError(error)
            }
        }
        return .moved(count)
    }

    /// Tells the peer that no more will come, as far as the socket takes that now. Nothing after a failure, which has
    /// told the peer already.
    func finishSending() {
        if failure == nil { _ = try? session.close() }
    }

    private static func systemError(_ error: TLSError) -> SystemError {
        if case .socket(let code) = error { return SystemError(call: "TLS", code: code) }
        return SystemError(call: "TLS", code: EPROTO)
    }
}
