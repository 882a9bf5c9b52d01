import JSON

/// The settings file of a server: a JSON object with the names of the settings as keys.
enum SettingsFile {
    /// The members of the file that `--config`, `HOOKLINE_CONFIG` or the data folder names, and its path. Nil when
    /// none is named and none is there.
    static func read(
        arguments: Arguments, surroundings: Surroundings
    ) throws(Failure) -> (members: JSONObject, path: String)? {
        let named = try Settings(
            [.data, .config], arguments: arguments, environment: surroundings.environment)
        let path: String
        if let given = named[.config] {
            path = surroundings.absolute(given)
        } else {
            guard let data = named[.data], data != ":memory:" else { return nil }
            path = surroundings.absolute(data) + "/config.json"
            if !Files.exists(path) { return nil }
        }
        return (try members(at: path), path)
    }

    static func members(at path: String) throws(Failure) -> JSONObject {
        let bytes: [UInt8]
        do { bytes = try Files.read(path, limit: 1 << 20) } catch { throw .usage(error.description) }
        let value: JSONValue
        do { value = try JSONValue.parse(bytes) } catch { throw .usage("\(path) is not valid JSON: \(error)") }
        guard let object = value.object else { throw .usage("\(path) does not hold a JSON object") }
        return object
    }
}
