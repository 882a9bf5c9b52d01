import Crypto
import HTTP2
import Push

extension PushConfiguration {
    init(_ settings: ServeSettings) throws(Failure) {
        self.init()
        if !settings.apnsProduction.isEmpty {
            production = try Self.endpoint(settings.apnsProduction, "HOOKLINE_APNS_URL_PRODUCTION")
        }
        if !settings.apnsSandbox.isEmpty {
            sandbox = try Self.endpoint(settings.apnsSandbox, "HOOKLINE_APNS_URL_SANDBOX")
        }
        if let file = settings.apnsCA { trust = .file(file) }
        if let bundle = settings.apnsBundleID {
            guard let id = BundleID(bundle) else {
                throw .usage(
                    "`\(bundle)` is not a bundle id", advice: "HOOKLINE_APNS_BUNDLE_ID looks like com.example.phone.")
            }
            defaultBundle = id
        }
    }

    /// The host and port of `https://HOST[:PORT]`.
    private static func endpoint(_ url: String, _ setting: String) throws(Failure) -> Endpoint {
        let scheme = "https://"
        guard url.lowercased().hasPrefix(scheme) else {
            throw .usage("\(setting) must be an https URL", advice: "For example https://api.push.apple.com:443")
        }
        let authority = url.dropFirst(scheme.count).prefix { $0 != "/" }
        let isBracketed = authority.hasPrefix("[")
        let host: Substring
        var port: UInt16 = 443
        if let colon = authority.lastIndex(of: ":"), !isBracketed || authority[..<colon].hasSuffix("]") {
            guard let number = UInt16(authority[authority.index(after: colon)...]) else {
                throw .usage("\(setting): `\(authority)` has no usable port")
            }
            host = authority[..<colon]
            port = number
        } else {
            host = authority
        }
        let bare = isBracketed ? host.dropFirst().dropLast() : host
        guard !bare.isEmpty else { throw .usage("\(setting) names no host") }
        return Endpoint(host: String(bare), port: port)
    }
}
