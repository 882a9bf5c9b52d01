import Crypto
import Glibc
import HTTPServer

/// The files behind the secure sockets: certificate chain, private key, and the authority of client certificates.
struct TLSFiles: Equatable, Sendable {
    /// What the files say together.
    struct Content: Sendable {
        let context: TLSContext
        /// The server's own certificate, first in its file.
        let certificate: Certificate
    }

    /// What changes when a file is written or replaced.
    struct Stamp: Equatable, Sendable {
        private let device: UInt
        private let inode: UInt
        private let size: Int
        private let seconds: Int
        private let nanoseconds: Int

        /// Fails when there is no such file.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = status.st_dev
            inode = status.st_ino
            size = status.st_size
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    /// PEM: the server's certificate and those above it.
    let certificate: String
    /// PEM, without a passphrase.
    let key: String
    /// PEM: who signs the certificates of clients; nil: clients are asked for none.
    let clientCA: String?

    private var paths: [String] { [certificate, key] + (clientCA.map { [$0] } ?? []) }

    /// Links are followed: certificates are often renewed by pointing a link elsewhere.
    var stamps: [Stamp?] { paths.map(Stamp.init) }

    /// Whether anybody but the owner and the group may read the key.
    var keyIsOpenToAll: Bool { (Files.mode(key) ?? 0) & 0o004 != 0 }

    /// Reads and joins them. Throws a failure that names the file and what is wrong with it.
    func read() throws(Failure) -> Content {
        let chain = try certificates(in: certificate)
        let identity: TLSIdentity
        do {
            identity = try TLSIdentity(
                certificate: chain[0], chain: Array(chain.dropFirst()), key: PrivateKey(serverPEM: Self.bytes(key)))
        } catch let error as KeyError {
            guard error != .halvesDoNotMatch else {
                throw .usage(
                    "the key in \(key) does not belong to the first certificate in \(certificate)",
                    advice: "The server's own certificate comes first, then those that signed it.")
            }
            throw .usage("\(key): \(error)")
        } catch {
            throw .usage("\(error)", advice: "The server needs to read this file.")
        }
        var trust: TLSContext.Trust?
        if let clientCA {
            // Read here so that a bad file is named.
            trust = .pem(Array(try certificates(in: clientCA).map(\.pem).joined().utf8))
        }
        do {
            let context = try TLSContext.server(
                identity: identity, protocols: ServerTLS.protocols, clientTrust: trust)
            return Content(context: context, certificate: chain[0])
        } catch {
            throw .usage("\(certificate): \(error)")
        }
    }

    private func certificates(in path: String) throws(Failure) -> [Certificate] {
        do {
            return try Certificate.certificates(pem: Self.bytes(path))
        } catch let error as KeyError {
            throw .usage("\(path): \(error)")
        } catch {
            throw .usage("\(error)", advice: "The server needs to read this file.")
        }
    }

    private static func bytes(_ path: String) throws -> [UInt8] { try Files.read(path, limit: 1 << 20) }
}
