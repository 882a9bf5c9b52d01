import COpenSSL

/// What all TLS sessions of one kind have in common: trust, own identity, protocols. TLS 1.2 or later.
///
/// Unchecked: an `SSL_CTX` is not changed once the sessions start, and OpenSSL locks what they share.
package final class TLSContext: @unchecked Sendable {
    /// Whose certificates are believed.
    package enum Trust: Equatable, Sendable {
        /// Those the operating system trusts.
        case system
        /// Those in a PEM file, and no other.
        case file(String)
        /// Those in a PEM text, and no other.
        case pem([UInt8])
    }

    let pointer: OpaquePointer
    let isServer: Bool
    /// Protocol names in the order of preference, each after its length (RFC 7301 §3.1). Lives as long as `pointer`.
    private let protocols: UnsafeMutableBufferPointer<UInt8>

    /// The side that connects, and checks certificate and name of the server.
    ///
    /// `protocols` are ALPN names such as `h2` and `http/1.1`; `identity` is the client certificate, if one is shown.
    package static func client(
        trust: Trust, identity: TLSIdentity? = nil, protocols: [String] = []
    ) throws(TLSError) -> TLSContext {
        let context = try TLSContext(isServer: false, protocols: protocols)
        try context.setTrust(trust)
        SSL_CTX_set_verify(context.pointer, SSL_VERIFY_PEER, nil)
        if let identity { try context.setIdentity(identity) }
        if !protocols.isEmpty {
            let names = context.protocols
            // Unlike its neighbours this function returns 0 when all is well.
            guard SSL_CTX_set_alpn_protos(context.pointer, names.baseAddress, UInt32(names.count)) == 0 else {
                throw .name(protocols.joined(separator: ", "))
            }
        }
        return context
    }

    /// The side that is connected to.
    ///
    /// With `clientTrust` a client that shows a certificate is refused unless it is believed; one that shows none is
    /// let in (`TLSSession.peerCertificate` tells). A client that offers none of `protocols` is refused, one that
    /// offers nothing is let in.
    package static func server(
        identity: TLSIdentity, protocols: [String] = [], clientTrust: Trust? = nil
    ) throws(TLSError) -> TLSContext {
        let context = try TLSContext(isServer: true, protocols: protocols)
        try context.setIdentity(identity)
        if let clientTrust {
            try context.setTrust(clientTrust)
            SSL_CTX_set_verify(context.pointer, SSL_VERIFY_PEER, nil)
            var name: [UInt8] = Array("hookline".utf8)
            SSL_CTX_set_session_id_context(context.pointer, &name, UInt32(name.count))
        }
        if !protocols.isEmpty {
            SSL_CTX_set_alpn_select_cb(
                context.pointer,
                { _, chosen, chosenLength, offered, offeredLength, context in
                    guard let context, let offered else { return SSL_TLSEXT_ERR_ALERT_FATAL }
                    // The context outlives its sessions, which hold it.
                    let ours = Unmanaged<TLSContext>.fromOpaque(context).takeUnretainedValue().protocols
                    var choice: UnsafeMutablePointer<UInt8>?
                    let result = SSL_select_next_proto(
                        &choice, chosenLength, ours.baseAddress, UInt32(ours.count), offered, offeredLength)
                    guard result == OPENSSL_NPN_NEGOTIATED, let choice else { return SSL_TLSEXT_ERR_ALERT_FATAL }
                    chosen?.pointee = UnsafePointer(choice)
                    return SSL_TLSEXT_ERR_OK
                }, Unmanaged.passUnretained(context).toOpaque())
        }
        return context
    }

    private init(isServer: Bool, protocols: [String]) throws(TLSError) {
        OpenSSLError.clear()
        for name in protocols where !(1...255).contains(name.utf8.count) { throw .name(name) }
        guard let pointer = SSL_CTX_new(isServer ? TLS_server_method() : TLS_client_method()) else {
            throw .connection(OpenSSLError.takeText())
        }
        self.pointer = pointer
        self.isServer = isServer
        let names = protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        self.protocols = .allocate(capacity: names.count)
        _ = self.protocols.initialize(from: names)
        _ = hl_SSL_CTX_set_min_proto_version(pointer, TLS1_2_VERSION)
        // A write that would block may be repeated from another address, and takes what fits.
        _ = hl_SSL_CTX_set_mode(
            pointer, Int(SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER))
        hl_SSL_CTX_set_strict_options(pointer)
    }

    deinit {
        SSL_CTX_free(pointer)
        protocols.deallocate()
    }

    private func setTrust(_ trust: Trust) throws(TLSError) {
        switch trust {
        case .system:
            guard SSL_CTX_set_default_verify_paths(pointer) == 1 else { throw .trust(OpenSSLError.takeText()) }
        case .file(let path):
            guard SSL_CTX_load_verify_file(pointer, path) == 1 else {
                throw .trust("\(path): \(OpenSSLError.takeText())")
            }
        case .pem(let text):
            let store = SSL_CTX_get_cert_store(pointer)
            do {
                for certificate in try Certificate.certificates(pem: text) {
                    X509_STORE_add_cert(store, certificate.pointer)
                }
            } catch {
                throw .trust("\(error)")
            }
        }
    }

    private func setIdentity(_ identity: TLSIdentity) throws(TLSError) {
        guard SSL_CTX_use_certificate(pointer, identity.certificate.pointer) == 1,
            SSL_CTX_use_PrivateKey(pointer, identity.key.handle.pointer) == 1,
            SSL_CTX_check_private_key(pointer) == 1
        else { throw .identity(OpenSSLError.takeText()) }
        for certificate in identity.chain
        where hl_SSL_CTX_add1_chain_cert(pointer, certificate.pointer) != 1 {
            throw .identity(OpenSSLError.takeText())
        }
    }
}
