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
    ///
    /// Sessions are resumed by tickets, whose key lives and dies with the context. There is no cache of sessions: it
    /// would need memory for each and a lock for all.
    package static func server(
        identity: TLSIdentity, protocols: [String] = [], clientTrust: Trust? = nil
    ) throws(TLSError) -> TLSContext {
        let context = try TLSContext(isServer: true, protocols: protocols)
        try context.setIdentity(identity)
        try context.setServerRules(resumableFor: clientTrust == nil ? Self.ticketLife : Self.certifiedTicketLife)
        if let clientTrust {
            try context.setTrust(clientTrust)
            context.nameTrustToClients()
            SSL_CTX_set_verify(context.pointer, SSL_VERIFY_PEER, nil)
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
        // An idle connection gives its buffers back, which are more than all else it holds.
        _ = hl_SSL_CTX_set_mode(
            pointer,
            Int(SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER) | Int(SSL_MODE_RELEASE_BUFFERS))
        hl_SSL_CTX_set_strict_options(pointer)
    }

    deinit {
        SSL_CTX_free(pointer)
        protocols.deallocate()
    }

    /// Forward secrecy and authenticated encryption only, as RFC 9325 §4.2 recommends for TLS 1.2.
    private static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"
    private static let groups = "X25519:P-256:P-384"
    /// How long a session can be resumed, in seconds.
    private static let ticketLife = 3600
    /// The same where clients show certificates, which resuming does not check again.
    private static let certifiedTicketLife = 300

    private func setServerRules(resumableFor seconds: Int) throws(TLSError) {
        guard SSL_CTX_set_cipher_list(pointer, Self.ciphers) == 1,
            hl_SSL_CTX_set1_groups_list(pointer, Self.groups) == 1
        else { throw .connection(OpenSSLError.takeText()) }
        _ = hl_SSL_CTX_set_session_cache_mode(pointer, Int(SSL_SESS_CACHE_OFF))
        SSL_CTX_set_timeout(pointer, seconds)
        // One ticket a handshake: whoever opens connections in parallel may use it more than once.
        SSL_CTX_set_num_tickets(pointer, 1)
        // A session is resumed only under the name it was made under.
        var name: [UInt8] = Array("hookline".utf8)
        SSL_CTX_set_session_id_context(pointer, &name, UInt32(name.count))
        // A record's header and its body come with one system call.
        hl_SSL_CTX_set_read_ahead(pointer, 1)
    }

    /// Tells clients, when they are asked for a certificate, whose ones are believed.
    private func nameTrustToClients() {
        guard let issuers = X509_STORE_get1_all_certs(SSL_CTX_get_cert_store(pointer)) else { return }
        defer { hl_X509_stack_free(issuers) }
        for index in 0..<hl_X509_stack_count(issuers) {
            SSL_CTX_add_client_CA(pointer, hl_X509_stack_value(issuers, index))
        }
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
