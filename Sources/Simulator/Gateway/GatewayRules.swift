import Crypto
import HTTP2
import JWT
import Telephony

/// What Apple's gateway knows, and how it judges a push by it. It decides; `APNsGateway` answers.
///
/// As strict as the provider API is described: what a sender gets wrong is refused here with the reason it would get
/// there.
struct GatewayRules: Sendable {
    /// A signing key of a team.
    struct Key: Sendable {
        let teamID: String
        let publicKey: ECPublicKey
    }

    /// A device token that was given to an app on a phone.
    struct Installation: Sendable {
        let bundleID: String
        let isVoIP: Bool
        /// The app is gone from the phone since then.
        var unregisteredAt: Timestamp?
    }

    /// What one connection has shown so far.
    struct Connection: Sendable {
        /// The topics of the client's certificate; nil without one.
        var certificateTopics: [String]?
        var keyID: String?
        var token: String?
        var tokenSince: Timestamp?
        /// A push was taken: from then on many streams are allowed.
        var isProven = false
    }

    /// A push that was taken.
    struct Accepted: Equatable, Sendable {
        let token: String
        let id: PushID
        let topic: String
        let isVoIP: Bool
        let expiration: Int64?
        let priority: Int
    }

    var keys: [String: Key] = [:]
    var installations: [String: Installation] = [:]

    /// The oldest provider token that is taken, and the shortest time between two of one connection.
    private static let tokenAge: Int64 = 3600
    private static let tokenInterval: Duration = .seconds(1200)

    /// Push types and how the topic of each ends.
    private static let suffixes = [
        "alert": "", "background": "", "voip": ".voip", "complication": ".complication",
        "fileprovider": ".pushkit.fileprovider", "location": ".location-query",
        "liveactivity": ".push-type.liveactivity", "pushtotalk": ".voip-ptt", "widgets": ".push-type.widgets",
        "controls": ".push-type.controls",
    ]

    func judge(
        _ request: Message, on connection: inout Connection, at now: Timestamp
    ) throws(GatewayRefusal) -> Accepted {
        let token = try deviceToken(request)
        try checkDuplicates(request)
        try authenticate(request, on: &connection, at: now)
        let id = try messageID(request)
        let expiration = try expiration(request)
        let (type, suffix) = try pushType(request)
        let priority = try priority(request, type: type)
        let topic = try topic(request, suffix: suffix, certificate: connection.certificateTopics)
        if let collapse = request.fields["apns-collapse-id"], collapse.utf8.count > 64 { throw .badCollapseID }
        if request.body.isEmpty { throw .payloadEmpty }
        if request.body.count > (type == "voip" ? 5120 : 4096) { throw .payloadTooLarge }
        try checkInstallation(token, topic: topic, isVoIP: type == "voip")
        return Accepted(
            token: token, id: id, topic: topic, isVoIP: type == "voip", expiration: expiration, priority: priority)
    }

    private func deviceToken(_ request: Message) throws(GatewayRefusal) -> String {
        guard request.method == "POST" else { throw .methodNotAllowed }
        let prefix = "/3/device/"
        guard let path = request.path, path.hasPrefix(prefix) else { throw .badPath }
        let token = String(path.dropFirst(prefix.count))
        guard !token.isEmpty else { throw .missingDeviceToken }
        return token
    }

    private func checkDuplicates(_ request: Message) throws(GatewayRefusal) {
        var seen: Set<String> = []
        for field in request.fields where !seen.insert(field.name).inserted { throw .duplicateHeaders }
    }

    private func authenticate(
        _ request: Message, on connection: inout Connection, at now: Timestamp
    ) throws(GatewayRefusal) {
        if connection.certificateTopics != nil { return }
        guard let field = request.fields["authorization"] else { throw .missingProviderToken }
        guard let text = bearerToken(in: field), let token = ProviderToken(String(text)), let key = keys[token.keyID],
            key.teamID == token.teamID, token.isSigned(by: key.publicKey)
        else { throw .invalidProviderToken }
        guard abs(now.seconds - token.issuedAt) <= Self.tokenAge else { throw .expiredProviderToken }
        if let keyID = connection.keyID, keyID != token.keyID { throw .unrelatedKeyID }
        connection.keyID = token.keyID
        if connection.token != token.text {
            if let since = connection.tokenSince, since.duration(to: now) < Self.tokenInterval {
                throw .tooManyProviderTokenUpdates
            }
            connection.token = token.text
            connection.tokenSince = now
        }
    }

    private func messageID(_ request: Message) throws(GatewayRefusal) -> PushID {
        guard let text = request.fields["apns-id"] else { return .random() }
        guard let id = PushID(text), id.description == text else { throw .badMessageID }
        return id
    }

    /// Nil is not zero: without the field the gateway keeps a push for as long as it likes.
    private func expiration(_ request: Message) throws(GatewayRefusal) -> Int64? {
        guard let text = request.fields["apns-expiration"] else { return nil }
        guard let seconds = Int64(text), seconds >= 0 else { throw .badExpirationDate }
        return seconds
    }

    private func pushType(_ request: Message) throws(GatewayRefusal) -> (type: String, suffix: String) {
        guard let type = request.fields["apns-push-type"], let suffix = Self.suffixes[type] else {
            throw .invalidPushType
        }
        return (type, suffix)
    }

    private func priority(_ request: Message, type: String) throws(GatewayRefusal) -> Int {
        guard let text = request.fields["apns-priority"] else { return 10 }
        guard let priority = Int(text), [1, 5, 10].contains(priority), type != "background" || priority != 10 else {
            throw .badPriority
        }
        return priority
    }

    /// The topic, which must be an app's own and go with the push type.
    private func topic(
        _ request: Message, suffix: String, certificate: [String]?
    ) throws(GatewayRefusal) -> String {
        guard let topic = request.fields["apns-topic"], !topic.isEmpty else { throw .missingTopic }
        let isWellFormed = topic.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard isWellFormed else { throw .badTopic }
        if let certificate, !certificate.contains(topic) { throw .topicDisallowed }
        let bundles = Set(installations.values.map(\.bundleID))
        guard bundles.contains(where: { topic == $0 + suffix }) else { throw .topicDisallowed }
        return topic
    }

    private func checkInstallation(
        _ token: String, topic: String, isVoIP: Bool
    ) throws(GatewayRefusal) {
        guard let installation = installations[token] else { throw .badDeviceToken }
        guard installation.isVoIP == isVoIP, topic.hasPrefix(installation.bundleID) else {
            throw .deviceTokenNotForTopic
        }
        if installation.unregisteredAt != nil { throw .unregistered }
    }
}
