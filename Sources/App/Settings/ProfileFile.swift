import JSON

/// The servers the command line knows: `~/.config/hookline/config.json`, which only its owner may read.
package struct ProfileFile: Equatable, Sendable {
    /// By name, in the order they were added.
    package private(set) var profiles: [(name: String, profile: Profile)] = []
    /// The one that is used when none is named.
    package var current: String?

    package init() {}

    /// What stands in the file; empty when there is none.
    package init(in surroundings: Surroundings) throws(Failure) {
        guard let path = ProfileFile.path(in: surroundings), Files.exists(path) else { return }
        let members = try SettingsFile.members(at: path)
        current = members["current"]?.string
        for (name, value) in members["profiles"]?.object?.members ?? [] {
            guard let profile = Profile(value) else { throw .usage("\(path): profile `\(name)` has no usable url") }
            profiles.append((name, profile))
        }
    }

    package subscript(name: String) -> Profile? {
        get { profiles.first { $0.name == name }?.profile }
        set {
            profiles.removeAll { $0.name == name && newValue == nil }
            guard let newValue else { return }
            if let index = profiles.firstIndex(where: { $0.name == name }) {
                profiles[index].profile = newValue
            } else {
                profiles.append((name, newValue))
            }
        }
    }

    /// Writes the file, mode 0600, and gives its path.
    @discardableResult
    package func write(in surroundings: Surroundings) throws(Failure) -> String {
        guard let path = ProfileFile.path(in: surroundings) else {
            throw .usage("there is no home folder for the profile file", advice: "Set HOME or XDG_CONFIG_HOME.")
        }
        var object = JSONObject()
        object["current"] = current.map { .string($0) }
        object["profiles"] = .object(JSONObject(profiles.map { ($0.name, $0.profile.json) }))
        do {
            if let slash = path.lastIndex(of: "/") { try Files.makeFolder(String(path[..<slash])) }
            try Files.replace(path, with: Array((JSONValue.object(object).prettyPrinted() + "\n").utf8))
        } catch { throw .refused(error.description) }
        return path
    }

    /// Nil when there is no home folder.
    package static func path(in surroundings: Surroundings) -> String? {
        let environment = surroundings.environment
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            return folder + "/hookline/config.json"
        }
        guard let home = environment["HOME"], !home.isEmpty else { return nil }
        return home + "/.config/hookline/config.json"
    }

    package static func == (left: ProfileFile, right: ProfileFile) -> Bool {
        left.current == right.current && left.profiles.elementsEqual(right.profiles, by: ==)
    }
}
