import JSON
import Registry
import Telephony

extension Device {
    /// How a device is shown. Its tokens never are: whoever has one and the credential can ring the phone.
    ///
    /// - Parameter userName: the name of the user it belongs to.
    func json(userName: UserName?) -> JSONValue {
        let active = tokens.filter(\.isActive)
        var object = JSONObject()
        object["id"] = .string(id.text)
        object["user"] = userName.map { .string($0.text) } ?? .null
        object["user_id"] = user.map { .string($0.description) } ?? .null
        object["platform"] = .string(platform.rawValue)
        object["kinds"] = .array(active.map { .string($0.kind.rawValue) })
        object["bundle_id"] = bundleID.map { .string($0) } ?? .null
        object["sandbox"] = .bool(active.contains(where: \.isSandbox))
        object["registered_at"] = .string((active.map(\.registeredAt).max() ?? createdAt).rfc3339())
        if let appVersion { object["app_version"] = .string(appVersion) }
        if let model { object["model"] = .string(model) }
        return .object(object)
    }
}
