import JSON

/// A server the command line knows, and the key pair for it.
package struct Profile: Equatable, Sendable {
    package var url: String
    /// Where number requests go, when that is another host.
    package var restURL: String?
    /// A PEM file that replaces the system's certificate authorities.
    package var certificateAuthority: String?
    package var apiKey: String?
    package var apiSecret: String?

    package init(
        url: String, restURL: String? = nil, certificateAuthority: String? = nil, apiKey: String? = nil,
        apiSecret: String? = nil
    ) {
        self.url = url
        self.restURL = restURL
        self.certificateAuthority = certificateAuthority
        self.apiKey = apiKey
        self.apiSecret = apiSecret
    }

    init?(_ json: JSONValue) {
        guard let url = json["url"]?.string, Setting.isURL(url) else { return nil }
        self.init(
            url: url, restURL: json["rest_url"]?.string, certificateAuthority: json["ca"]?.string,
            apiKey: json["api_key"]?.string, apiSecret: json["api_secret"]?.string)
    }

    /// With the secret in it, as the profile file holds it.
    var json: JSONValue {
        var object: JSONObject = ["url": .string(url)]
        object["rest_url"] = restURL.map { .string($0) }
        object["ca"] = certificateAuthority.map { .string($0) }
        object["api_key"] = apiKey.map { .string($0) }
        object["api_secret"] = apiSecret.map { .string($0) }
        return .object(object)
    }

    /// The settings it fills in, by their names.
    var members: [String: String] {
        var members = [Setting.url.name: url]
        members[Setting.ca.name] = certificateAuthority
        members[Setting.apiKey.name] = apiKey
        members[Setting.apiSecret.name] = apiSecret
        return members
    }
}

extension Profile: CustomStringConvertible {
    package var description: String { "\(url) key \(apiKey ?? "–") secret \(apiSecret == nil ? "–" : "<secret>")" }
}
