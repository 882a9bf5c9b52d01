import Crypto
import Glibc

/// A client and a server session joined by a socket pair, both on this thread.
final class TLSPair {
    let client: TLSSession
    let server: TLSSession
    private(set) var descriptors: [CInt]

    init(client: TLSContext, server: TLSContext, host: String = "localhost") throws {
        descriptors = [-1, -1]
        let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &descriptors) == 0 else { throw TLSError.socket(errno) }
        self.client = try TLSSession(connecting: descriptors[0], to: host, with: client)
        self.server = try TLSSession(accepting: descriptors[1], with: server)
    }

    deinit { for descriptor in descriptors where descriptor >= 0 { close(descriptor) } }

    /// Lets both sides go on in turn until both are done.
    func handshake() throws {
        for _ in 0..<100 {
            let left = try client.handshake()
            let right = try server.handshake()
            if left == .done, right == .done { return }
        }
        throw TLSError.connection("the handshake does not end")
    }

    /// Closes one end. The shutdown is for a program that another test starts in this moment: until it has become
    /// itself it holds a copy of every file of ours, and the other end would see no close.
    func closeDescriptor(ofServer: Bool) {
        let index = ofServer ? 1 : 0
        shutdown(descriptors[index], CInt(SHUT_RDWR))
        close(descriptors[index])
        descriptors[index] = -1
    }
}

extension TLSSession {
    /// Offers `text` once.
    func send(_ text: String) throws -> Transfer {
        let bytes = Array(text.utf8)
        return try bytes.withUnsafeBytes { try write($0) }
    }

    /// Reads once; nil when nothing is there yet.
    func receive() throws -> String? {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let transfer = try bytes.withUnsafeMutableBytes { try read(into: $0) }
        guard case .count(let count) = transfer else { return transfer == .closed ? "<closed>" : nil }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
