import Crypto
import JSON

extension WebhookToken {
    /// Makes the token of a webhook, as the platform does; its place is behind `Authorization: Bearer `.
    ///
    /// `now` is in seconds since 1970; `tokenID` is given for a repeat of the same request.
    package static func sign(
        _ payload: WebhookPayload, with secret: WebhookSecret, apiKey: String, applicationID: String? = nil,
        tokenID: String? = nil, now: Int64
    ) -> String {
        var claims: JSONObject = [
            "iat": .number(JSONNumber(now)), "jti": .string(tokenID ?? makeTokenID()), "iss": "Vonage",
            "payload_hash": .string(Hex.encode(payload.digest.bytes)), "api_key": .string(apiKey),
        ]
        if let applicationID { claims["application_id"] = .string(applicationID) }
        return TokenParts.compact(header: ["alg": "HS256", "typ": "JWT"], claims: claims) { secret.key.tag(for: $0) }
    }
}
