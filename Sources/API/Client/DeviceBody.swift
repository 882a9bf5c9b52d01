import Directory
import JSON
import Push
import Registry
import Telephony

/// What an app says of the phone it runs on: the body of `POST /client/devices`.
struct DeviceBody: Equatable {
    var platform: DevicePlatform
    var bundleID: String?
    var id: DeviceID?
    var appVersion: String?
    var model: String?
    var tokens: [Device.Token]

    /// The longest `model` and `app_version`, and the longest FCM token, in bytes.
    private static let longestText = 256
    private static let longestFCMToken = 4096

    /// Throws `invalidDeviceToken` for a token that cannot be one, else `invalidParameters`.
    init(_ body: JSONObject) throws(Problem) {
        let named = try Self.platform(body)
        bundleID = try Self.bundleID(body)
        if let text = try Self.text("device_id", in: body) {
            guard let id = DeviceID(text) else {
                throw .invalidParameters.with(
                    invalid: "device_id", "must be 1 to 64 printable ASCII characters without blanks or /")
            }
            self.id = id
        }
        appVersion = try Self.text("app_version", in: body)
        model = try Self.text("model", in: body)
        let isSandbox = try Self.flag("sandbox", in: body) ?? false
        tokens = []
        for (name, object) in try Self.tokenObjects(body) {
            let kind = try Self.kind(object["kind"], name: name, platform: named)
            guard !tokens.contains(where: { $0.kind == kind }) else {
                throw .invalidParameters.with(invalid: "tokens", "holds two tokens of the kind \(kind.rawValue)")
            }
            let text = try Self.token(object, kind: kind, name: name)
            tokens.append(
                Device.Token(kind: kind, text: text, isSandbox: try Self.flag("sandbox", in: object) ?? isSandbox))
        }
        platform = named ?? (tokens.contains { $0.kind == .fcm } ? .android : .ios)
    }

    /// The objects that hold a token each, with the names under which they are spoken of.
    private static func tokenObjects(_ body: JSONObject) throws(Problem) -> [(name: String, object: JSONObject)] {
        guard let list = body["tokens"], !list.isNull else { return [("", body)] }
        guard body["token"] == nil else {
            throw .invalidParameters.with(invalid: "token", "cannot stand beside tokens")
        }
        guard let elements = list.array, !elements.isEmpty else {
            throw .invalidParameters.with(invalid: "tokens", "must be a list of at least one token")
        }
        var objects: [(name: String, object: JSONObject)] = []
        for (index, element) in elements.enumerated() {
            guard let object = element.object else {
                throw .invalidParameters.with(invalid: "tokens[\(index)]", "must be an object, not \(element.kind)")
            }
            objects.append(("tokens[\(index)].", object))
        }
        return objects
    }

    private static func token(_ object: JSONObject, kind: Device.TokenKind, name: String) throws(Problem) -> String {
        func refused(_ reason: String) -> Problem {
            Problem.invalidDeviceToken.with(detail: "\(name)token: \(reason).").with(
                invalid: "\(name)token", reason)
        }
        guard let value = object["token"], !value.isNull else { throw refused("the device token is missing") }
        guard let text = value.string else { throw refused("the device token must be a string, not \(value.kind)") }
        if kind == .fcm {
            guard !text.isEmpty, text.utf8.count <= longestFCMToken,
                text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            else { throw refused("the device token must be 1 to \(longestFCMToken) characters without blanks") }
            return text
        }
        let isBase64 = object["encoding"]?.string?.lowercased().hasPrefix("base64") ?? false
        do throws(DeviceTokenError) {
            return try DeviceToken(text, encoding: isBase64 ? .base64 : .hex).hex
        } catch {
            throw refused("\(error)")
        }
    }

    private static func platform(_ body: JSONObject) throws(Problem) -> DevicePlatform? {
        guard let text = try text("platform", in: body) else { return nil }
        guard let platform = DevicePlatform(rawValue: text.lowercased()) else {
            throw .invalidParameters.with(invalid: "platform", "must be ios or android")
        }
        return platform
    }

    private static func kind(_ value: JSONValue?, name: String, platform: DevicePlatform?) throws(Problem)
        -> Device.TokenKind
    {
        guard let value, !value.isNull else { return platform == .android ? .fcm : .voip }
        guard let kind = value.string.flatMap({ Device.TokenKind(rawValue: $0.lowercased()) }) else {
            throw .invalidParameters.with(invalid: "\(name)kind", "must be voip, alert or fcm")
        }
        return kind
    }

    private static func bundleID(_ body: JSONObject) throws(Problem) -> String? {
        guard let text = try text("bundle_id", in: body) else { return nil }
        guard let bundle = BundleID(text) else {
            throw .invalidParameters.with(
                invalid: "bundle_id", "must be letters, digits, dashes and dots, such as com.example.phone")
        }
        return bundle.text
    }

    /// A text that may be missing, null or empty.
    private static func text(_ key: String, in body: JSONObject) throws(Problem) -> String? {
        guard let value = body[key], !value.isNull else { return nil }
        guard let text = value.string, text.utf8.count <= longestText else {
            throw .invalidParameters.with(invalid: key, "must be a string of at most \(longestText) bytes")
        }
        return text.isEmpty ? nil : text
    }

    /// A boolean, which some clients can only send as text or number.
    private static func flag(_ key: String, in body: JSONObject) throws(Problem) -> Bool? {
        switch body[key] {
        case nil, .null: return nil
        case .bool(let value): return value
        case .string("true"), .string("1"): return true
        case .string("false"), .string("0"), .string(""): return false
        case .number(let number) where number.int == 0 || number.int == 1: return number.int == 1
        default: throw .invalidParameters.with(invalid: key, "must be true or false")
        }
    }
}
