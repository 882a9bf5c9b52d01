/// What follows from an answer of Apple's gateway, for a call that rings.
struct APNsReaction: Equatable {
    enum Token: Equatable {
        case keep
        case disable
        /// Disable it unless the device has registered after the time the gateway names.
        case disableIfOlder
    }

    enum Retry: Equatable {
        case no
        /// As often as tries are left.
        case whileRinging
        /// One more time.
        case once
        /// One more time, with a new provider token.
        case withNewToken
    }

    enum Connection: Equatable {
        case keep
        /// The next try goes over another one.
        case replace
        /// None that carries this credential goes on.
        case closeAll
    }

    /// Whom the answer speaks against.
    enum Blame: String, Equatable {
        case nobody, request, token, config, credential, connection, service
    }

    var token = Token.keep
    var retry = Retry.no
    var connection = Connection.keep
    var blame: Blame
    /// Somebody has to look.
    var isAlarm = false

    /// The reaction to an answer; a reason that is not known counts as its status does.
    init(to reply: APNsReply) {
        if reply.status == 200 {
            self.init(blame: .nobody)
        } else if let reason = reply.reason, let known = Self.table[reason] {
            self = known
        } else {
            self.init(toStatus: reply.status)
        }
    }

    private init(toStatus status: Int) {
        let reason =
            switch status {
            case 403: "Forbidden"
            case 410: "Unregistered"
            case 413: "PayloadTooLarge"
            case 429: "TooManyRequests"
            case 500...: "InternalServerError"
            default: "BadTopic"
            }
        self = Self.table[reason] ?? APNsReaction(blame: .request)
    }

    private init(
        token: Token = .keep, retry: Retry = .no, connection: Connection = .keep, blame: Blame, isAlarm: Bool = false
    ) {
        self.token = token
        self.retry = retry
        self.connection = connection
        self.blame = blame
        self.isAlarm = isAlarm
    }

    /// Apple's reasons, <https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns>.
    /// Two are spelled in two ways in the wild.
    static let table: [String: APNsReaction] = [
        "BadCollapseId": APNsReaction(blame: .request, isAlarm: true),
        "BadDeviceToken": APNsReaction(token: .disable, blame: .token),
        "BadExpirationDate": APNsReaction(blame: .request, isAlarm: true),
        "BadMessageId": APNsReaction(blame: .request, isAlarm: true),
        "BadPriority": APNsReaction(blame: .request, isAlarm: true),
        "BadTopic": APNsReaction(blame: .config, isAlarm: true),
        "DeviceTokenNotForTopic": APNsReaction(token: .disable, blame: .token, isAlarm: true),
        "DuplicateHeaders": APNsReaction(blame: .request, isAlarm: true),
        "IdleTimeout": APNsReaction(retry: .whileRinging, connection: .replace, blame: .connection),
        "InvalidPushType": APNsReaction(blame: .request, isAlarm: true),
        "MissingDeviceToken": APNsReaction(blame: .request, isAlarm: true),
        "MissingTopic": APNsReaction(blame: .config, isAlarm: true),
        "PayloadEmpty": APNsReaction(blame: .request, isAlarm: true),
        "TopicDisallowed": APNsReaction(blame: .config, isAlarm: true),
        "BadCertificate": APNsReaction(connection: .closeAll, blame: .credential, isAlarm: true),
        "BadCertificateEnvironment": APNsReaction(connection: .closeAll, blame: .credential, isAlarm: true),
        "ExpiredProviderToken": APNsReaction(retry: .withNewToken, connection: .replace, blame: .credential),
        "Forbidden": APNsReaction(blame: .credential, isAlarm: true),
        "InvalidProviderToken": APNsReaction(connection: .closeAll, blame: .credential, isAlarm: true),
        "MissingProviderToken": APNsReaction(blame: .credential, isAlarm: true),
        "UnrelatedKeyIdInToken": APNsReaction(
            retry: .once, connection: .replace, blame: .credential, isAlarm: true),
        "BadEnvironmentKeyIdInToken": APNsReaction(connection: .closeAll, blame: .credential, isAlarm: true),
        "BadEnvironmentKeyInToken": APNsReaction(connection: .closeAll, blame: .credential, isAlarm: true),
        "BadPath": APNsReaction(blame: .request, isAlarm: true),
        "MethodNotAllowed": APNsReaction(blame: .request, isAlarm: true),
        "ExpiredToken": APNsReaction(token: .disableIfOlder, blame: .token),
        "Unregistered": APNsReaction(token: .disableIfOlder, blame: .token),
        "PayloadTooLarge": APNsReaction(blame: .request, isAlarm: true),
        // The token stays as it is: another one would only prolong the refusal.
        "TooManyProviderTokenUpdates": APNsReaction(blame: .credential, isAlarm: true),
        "TooManyRequests": APNsReaction(retry: .once, blame: .token),
        "InternalServerError": APNsReaction(retry: .whileRinging, connection: .replace, blame: .connection),
        "ServiceUnavailable": APNsReaction(retry: .whileRinging, blame: .service),
        "Shutdown": APNsReaction(retry: .whileRinging, connection: .replace, blame: .connection),
    ]
}
