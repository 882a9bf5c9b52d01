import JSON

/// The settings of one run, each with where its value comes from.
package struct Settings: Sendable {
    /// Where a value comes from, strongest first.
    package enum Source: Equatable, Sendable {
        case flag
        case environment
        case profile(String)
        case file(String)
        case fallback

        package var words: String {
            switch self {
            case .flag: "command line"
            case .environment: "environment"
            case .profile(let name): "profile \(name)"
            case .file(let path): path
            case .fallback: "default"
            }
        }
    }

    package struct Value: Equatable, Sendable {
        package let text: String
        package let source: Source
    }

    private var values: [String: Value] = [:]

    /// The value of each of `settings`: flag, then environment variable, then the profile's or the file's, then the
    /// default. A value that cannot be is an error that names where it stands.
    ///
    /// - Parameters:
    ///   - file: the settings file's members and its path.
    ///   - profile: a saved server's members and its name.
    package init(
        _ settings: [Setting], arguments: Arguments, environment: [String: String],
        file: (members: JSONObject, path: String)? = nil, profile: (members: [String: String], name: String)? = nil
    ) throws(Failure) {
        if let file { try Settings.checkKeys(of: file.members, path: file.path) }
        for setting in settings {
            let value: Value?
            if setting.hasFlag, let given = arguments.options[setting.flagName] {
                value = Value(text: given.joined(separator: ","), source: .flag)
            } else if let text = environment[setting.variable], !text.isEmpty {
                value = Value(text: text, source: .environment)
            } else if let profile, let text = profile.members[setting.name] {
                value = Value(text: text, source: .profile(profile.name))
            } else if let file, let member = file.members[setting.name] {
                value = Value(text: try Settings.text(of: member, setting, path: file.path), source: .file(file.path))
            } else {
                value = setting.fallback.map { Value(text: $0, source: .fallback) }
            }
            guard let value else { continue }
            if let problem = setting.problem(with: value.text) {
                throw .usage("\(Settings.place(of: setting, value.source)): \(problem)")
            }
            values[setting.name] = value
        }
    }

    package subscript(setting: Setting) -> String? { values[setting.name]?.text }

    package func value(_ setting: Setting) -> Value? { values[setting.name] }

    /// True for a switch that is on.
    package func isOn(_ setting: Setting) -> Bool { self[setting].flatMap(Setting.boolean) ?? false }

    package func duration(_ setting: Setting) -> Duration? {
        self[setting].flatMap { Double($0) }.map { .milliseconds(Int64($0 * 1000)) }
    }

    package func number(_ setting: Setting) -> Int? { self[setting].flatMap { Int($0) } }

    /// Names in the environment that look like settings and are none, each with what may be meant.
    package static func strangers(in environment: [String: String]) -> [(name: String, advice: String?)] {
        let known = Setting.all.map(\.variable)
        return environment.keys.filter { $0.hasPrefix("HOOKLINE_") && !known.contains($0) }.sorted().map {
            ($0, Suggestion.question($0, among: known))
        }
    }

    // MARK: Reading

    /// Where a bad value is to be mended: `--ring-timeout`, `HOOKLINE_RING_TIMEOUT` or a file's key.
    private static func place(of setting: Setting, _ source: Source) -> String {
        switch source {
        case .flag: "--" + setting.flagName
        case .environment: setting.variable
        case .profile(let name): "\(setting.name) of profile \(name)"
        case .file(let path): "\(setting.name) in \(path)"
        case .fallback: setting.name
        }
    }

    private static func checkKeys(of members: JSONObject, path: String) throws(Failure) {
        let known = Setting.all.map(\.name)
        for (key, _) in members.members where !known.contains(key) {
            throw .usage("\(path): there is no setting `\(key)`", advice: Suggestion.question(key, among: known))
        }
    }

    private static func text(of member: JSONValue, _ setting: Setting, path: String) throws(Failure) -> String {
        switch member {
        case .string(let text): return text
        case .bool(let isOn): return isOn ? "on" : "off"
        case .number(let number): return number.text
        case .object where setting.kind == .secretsByKey: return String(decoding: member.serialized(), as: UTF8.self)
        case .array(let items) where setting.kind == .addresses || setting.kind == .peers:
            let texts = items.compactMap(\.string)
            if texts.count == items.count { return texts.joined(separator: ",") }
        default: break
        }
        throw .usage("\(setting.name) in \(path): not a value this setting can have")
    }
}

extension Setting {
    /// True when a command takes it as an option: those of `serve`, and the ones every command has.
    fileprivate var hasFlag: Bool {
        flag != nil || [Setting.url, .profile, .ca, .timeout, .apiKey, .apiSecret, .app].contains(self)
    }
}
