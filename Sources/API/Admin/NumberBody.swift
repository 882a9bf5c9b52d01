import JSON
import Registry
import Telephony

/// A number as an administrator brings it in: the body of `POST /admin/v1/numbers`.
struct NumberBody {
    let number: Number

    /// Throws `invalidParameters` with every fault there is.
    init(_ body: JSONObject) throws(Problem) {
        var reader = MemberReader(body)
        let digits = Self.digits(&reader)
        let country = Self.country(&reader)
        let kind = Self.kind(&reader)
        let features = Self.features(&reader)
        let isForSale = reader.flag("for_sale") ?? false
        let application = Self.application(&reader)
        if isForSale, application != nil {
            reader.reject("application_id", "cannot be given for a number that is for sale")
        }
        try reader.check()
        guard let digits, let country else { throw .invalidParameters }
        number = Number(
            number: digits, country: country, kind: kind, features: features, isOwned: !isForSale,
            application: application)
    }

    private static func digits(_ reader: inout MemberReader) -> E164? {
        guard let value = reader.value("msisdn") else {
            reader.reject("msisdn", "is required")
            return nil
        }
        guard let digits = (value.string ?? value.number?.text).flatMap({ E164(dialled: $0) }) else {
            reader.reject("msisdn", "must be a number of 1 to 15 digits in international form")
            return nil
        }
        return digits
    }

    private static func country(_ reader: inout MemberReader) -> String? {
        guard let value = reader.value("country") else {
            reader.reject("country", "is required")
            return nil
        }
        guard let country = value.string.flatMap({ CountryCode.read($0) }) else {
            reader.reject("country", "must be the two letters of a country, such as GB")
            return nil
        }
        return country
    }

    /// The vendor's names, and those that people use.
    private static func kind(_ reader: inout MemberReader) -> Number.Kind {
        switch reader.text("type") {
        case nil, "mobile", "mobile-lvn": return .mobile
        case "landline": return .landline
        case "toll-free", "landline-toll-free": return .tollFree
        default:
            reader.reject("type", "must be mobile, landline or toll-free")
            return .mobile
        }
    }

    private static func features(_ reader: inout MemberReader) -> NumberFeatures {
        guard let names = reader.texts("features") else { return [.voice, .sms] }
        var features: NumberFeatures = []
        for name in names {
            guard let feature = NumberFeatures(name: name) else {
                reader.reject("features", "must be SMS, VOICE or MMS")
                break
            }
            features.insert(feature)
        }
        return features
    }

    private static func application(_ reader: inout MemberReader) -> ApplicationID? {
        guard let text = reader.text("application_id"), !text.isEmpty else { return nil }
        guard let id = ApplicationID(text) else {
            reader.reject("application_id", "must be an application's id")
            return nil
        }
        return id
    }
}

/// Whom a number is to ring: the body of `POST /admin/v1/numbers/{msisdn}/link`.
struct NumberLinkBody: Equatable {
    /// By id or name; nil: nobody, the application's own flows decide.
    let user: String?
    let application: String?
    let greeting: String?
    /// The flow its callers get; nil: the application's, else the one that connects to the user.
    let flow: String?

    /// Whether it says nothing but the flow of a number that is linked already: user and greeting stay what they are.
    ///
    /// - Parameters:
    ///   - named: the application it names.
    ///   - current: the number's.
    func isAboutFlowOnly(_ named: ApplicationID, current: ApplicationID?) -> Bool {
        flow != nil && user == nil && greeting == nil && named == current
    }

    private static let longestGreeting = 1500

    /// Throws `invalidParameters` with every fault there is.
    init(_ body: JSONObject) throws(Problem) {
        var reader = MemberReader(body)
        func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        user = given(reader.text("user"))
        application = given(reader.text("application_id"))
        greeting = given(reader.text("greeting", longest: Self.longestGreeting))
        flow = given(reader.text("flow"))
        try reader.check()
    }
}
