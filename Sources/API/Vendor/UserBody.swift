import JSON
import Registry
import Telephony

/// What a client says of a user. A member it does not name stays as it is, `null` takes it away.
struct UserBody: Equatable {
    private let members: JSONObject
    /// Nil when none was named.
    let name: UserName?

    private static let longestText = 1024

    /// Throws `invalidParameters` with every fault there is.
    init(_ body: JSONObject) throws(Problem) {
        members = body
        var reader = MemberReader(body)
        name = Self.name(&reader)
        _ = reader.text("display_name", longest: Self.longestText)
        _ = reader.text("image_url", longest: Self.longestText)
        let properties = reader.object("properties")
        if let data = properties?["custom_data"], !data.isNull, data.object == nil {
            reader.reject("properties.custom_data", "\"custom_data\" must be an object")
        }
        if let ttl = properties?["ttl"], !ttl.isNull, ttl.int == nil {
            reader.reject("properties.ttl", "\"ttl\" must be a number of seconds")
        }
        for (kind, value) in reader.object("channels")?.members ?? [] where !value.isNull && value.array == nil {
            reader.reject("channels.\(kind)", "\"\(kind)\" must be an array")
        }
        try reader.check()
    }

    private static func name(_ reader: inout MemberReader) -> UserName? {
        guard let value = reader.value("name") else { return nil }
        guard let text = value.string else {
            reader.reject("name", "\"name\" must be a string")
            return nil
        }
        guard let name = UserName(text) else {
            reader.reject(
                "name", "must be 1 to \(UserName.maximumLength) bytes of printable text, not only blanks")
            return nil
        }
        return name
    }

    /// Says the same of `user`.
    func apply(to user: inout User) {
        if let name { user.name = name }
        if let value = members["display_name"] { user.displayName = value.string }
        if let value = members["image_url"] { user.imageURL = value.string }
        if let value = members["properties"] { user.properties = Self.merged(value, into: user.properties) }
        if let value = members["channels"] { user.channels = Self.merged(value, into: user.channels) }
    }

    /// The members of an object put in place of those of the same name that were there.
    private static func merged(_ value: JSONValue, into text: String?) -> String? {
        guard let changes = value.object else { return nil }
        var object = text.flatMap { try? JSONValue.parse($0) }?.object ?? JSONObject()
        for (key, value) in changes.members {
            if value.isNull { object[key] = .none } else { object[key] = value }
        }
        return object.text
    }
}
