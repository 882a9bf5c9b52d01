/// Every setting there is. `hookline serve --help` and `hookline config show` print this table.
extension Setting {
    // Where things are.
    package static let data = Setting(
        "data", .path, flag: "DIR", fallback: "./hookline-data", "Data folder; :memory: keeps nothing")
    package static let config = Setting(
        "config", .path, flag: "FILE", "Settings file, JSON; else config.json in the data folder")
    package static let flows = Setting("flows", .path, flag: "DIR", "Call flows that replace the built-in ones")
    package static let keyFile = Setting(
        "key_file", .path, flag: "FILE", "Key that secrets are encrypted with; else secrets.key in the data folder")

    // Listening.
    package static let listen = Setting(
        "listen", .addresses, flag: "HOST:PORT", fallback: "127.0.0.1:8080",
        "Addresses for HTTP, or unix:PATH; localhost: both")
    package static let tlsListen = Setting(
        "tls_listen", .addresses, flag: "HOST:PORT", "Addresses for HTTPS; without --listen these alone")
    package static let tlsCert = Setting(
        "tls_cert", .path, flag: "FILE", "Certificate for HTTPS and those above it, PEM")
    package static let tlsKey = Setting("tls_key", .path, flag: "FILE", "Private key of the certificate, PEM")
    package static let tlsClientCA = Setting(
        "tls_client_ca", .path, flag: "FILE", "Who signs the client certificates that webhooks must show, PEM")
    package static let trustedProxies = Setting(
        "trusted_proxies", .peers, flag: "PEERS", "Proxies believed about their clients: addresses, blocks, unix")
    package static let publicURL = Setting(
        "public_url", .url, flag: "URL", "Where the platform reaches this server")
    package static let loops = Setting(
        "loops", .number(1...256), flag: "N", "Event loops; else one for each processor")
    package static let drain = Setting(
        "drain", .seconds(0...600), fallback: "10", "Time for what is in flight when the server stops")

    // How much of it, and how long.
    package static let maxHeaderBytes = Setting(
        "max_header_bytes", .number(1024...1_048_576), fallback: "16384", "Bytes of a request's head; more is 431")
    package static let maxHeaders = Setting(
        "max_headers", .number(10...10_000), fallback: "100", "Header fields of a request; more is 431")
    package static let maxTargetBytes = Setting(
        "max_target_bytes", .number(256...1_048_576), fallback: "8192", "Bytes of a request's target; more is 414")
    package static let maxBodyBytes = Setting(
        "max_body_bytes", .number(1024...1_048_576), fallback: "1048576", "Bytes of a request's body; more is 413")
    package static let headerTimeout = Setting(
        "header_timeout", .seconds(1...3600), fallback: "10", "Time for a head, and for a body's first bytes; then 408")
    package static let bodyRate = Setting(
        "body_rate", .number(1...1_000_000), fallback: "1024", "Bytes a second that bodies and answers must move at")
    package static let idleTimeout = Setting(
        "idle_timeout", .seconds(1...86_400), fallback: "75", "How long a connection may wait for its next request")
    package static let writeTimeout = Setting(
        "write_timeout", .seconds(1...3600), fallback: "30", "How long a client may take nothing of its answer")
    package static let maxConnections = Setting(
        "max_connections", .number(1...1_000_000), fallback: "20000", "Open connections; more are told 503")
    package static let maxConnectionsPerAddress = Setting(
        "max_connections_per_address", .number(0...1_000_000), fallback: "0",
        "Open connections of one address; 0: no limit, as behind a proxy")

    // Who may do what.
    package static let apiKey = Setting("api_key", .text, for: .both, isSecret: false, "Admin API key")
    package static let apiSecret = Setting("api_secret", .text, for: .both, isSecret: true, "Admin API secret")
    package static let signatureSecret = Setting(
        "signature_secret", .text, isSecret: true, "Secret that signed webhooks are checked with")
    package static let signatureSecretFile = Setting(
        "signature_secret_file", .path, "File that holds the signature secret")
    package static let signatureSecrets = Setting(
        "signature_secrets", .secretsByKey, isSecret: true, "Signature secrets by API key, a JSON object")
    package static let signedWebhooks = Setting(
        "signed_webhooks", .choice(["required", "off"]), flag: "required|off",
        "Whether webhooks must be signed; required once there is a secret")
    package static let webhookAge = Setting(
        "webhook_age", .seconds(1...86_400), fallback: "300", "How old a signed webhook may be")
    package static let clockSkew = Setting(
        "clock_skew", .seconds(0...3600), fallback: "60", "How far other clocks may be ahead")
    package static let strictGet = Setting(
        "strict_get", .boolean, fallback: "off", "Refuse signed GET webhooks without a payload_hash")
    package static let allowPrivateTargets = Setting(
        "allow_private_targets", .boolean, flag: "", "Call loopback and private addresses")

    // Calls.
    package static let simulate = Setting(
        "simulate", .boolean, flag: "", fallback: "off",
        "Kept for playing the platform; without effect yet: /v1/calls only reads")
    package static let records = Setting(
        "records", .choice(["on", "off"]), flag: "on|off", fallback: "on", "off: decide only, record and push nothing")
    package static let inventory = Setting(
        "inventory", .choice(["fictional", "none"]), fallback: "fictional", "Stock of numbers for sale")
    package static let ringTimeout = Setting(
        "ring_timeout", .seconds(1...600), fallback: "60", "How long an invited phone rings")

    // Push.
    package static let apnsProduction = Setting(
        "apns_url_production", .url, fallback: "https://api.push.apple.com", "Push gateway for released apps")
    package static let apnsSandbox = Setting(
        "apns_url_sandbox", .url, fallback: "https://api.sandbox.push.apple.com", "Push gateway for development builds")
    package static let apnsCA = Setting("apns_ca", .path, "Certificate authority of the push gateways, PEM")
    package static let apnsBundleID = Setting("apns_bundle_id", .text, "Bundle id of devices that name none")
    package static let fcmURL = Setting("fcm_url", .url, fallback: "https://fcm.googleapis.com", "FCM's address")

    // Watching it.
    package static let logLevel = Setting(
        "log_level", .choice(["debug", "info", "warning", "error"]), flag: "LEVEL", fallback: "info",
        "debug, info, warning or error")
    package static let logFormat = Setting(
        "log_format", .choice(["text", "json"]), flag: "text|json", fallback: "text", "One line an entry")
    package static let clock = Setting(
        "clock", .clock, for: .both, "For tests: an ISO 8601 time to start from, or @FILE that holds one")

    // The command line as a client.
    package static let url = Setting(
        "url", .url, for: .client, fallback: "http://127.0.0.1:8080", "The server that commands talk to")
    package static let profile = Setting("profile", .text, for: .client, "Which saved server to use")
    package static let ca = Setting("ca", .path, for: .client, "Certificate authority to trust, PEM")
    package static let timeout = Setting(
        "timeout", .seconds(1...3600), for: .client, fallback: "30", "How long commands wait for the server")
    package static let app = Setting("app", .text, for: .client, "The application that commands act on")
    package static let privateKey = Setting(
        "private_key", .text, for: .client, isSecret: true, "The application's private key: PEM text or a path")

    package static let all: [Setting] = [
        data, config, flows, keyFile,
        listen, tlsListen, tlsCert, tlsKey, tlsClientCA, trustedProxies, publicURL, loops, drain,
        maxHeaderBytes, maxHeaders, maxTargetBytes, maxBodyBytes, headerTimeout, bodyRate, idleTimeout, writeTimeout,
        maxConnections, maxConnectionsPerAddress,
        apiKey, apiSecret, signatureSecret, signatureSecretFile, signatureSecrets, signedWebhooks, webhookAge,
        clockSkew, strictGet, allowPrivateTargets,
        simulate, records, inventory, ringTimeout,
        apnsProduction, apnsSandbox, apnsCA, apnsBundleID, fcmURL,
        logLevel, logFormat, clock,
        url, profile, ca, timeout, app, privateKey,
    ]

    /// The rows a server reads.
    package static var ofServer: [Setting] { all.filter { $0.reader != .client } }

    /// The rows the commands that talk to a server read.
    package static var ofClient: [Setting] { all.filter { $0.reader != .server } }
}
