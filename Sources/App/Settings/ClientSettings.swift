import Logging
import Telephony

/// Which server a command talks to, as whom, and about which application.
package struct ClientSettings: Sendable {
    package struct KeyPair: Sendable {
        package let key: String
        package let secret: Secret<String>
        package let source: String
    }

    /// Without a slash at its end.
    package let url: String
    /// True when somebody named a server, so that it may be asked things a command could do without.
    package let isURLChosen: Bool
    /// Where number requests go.
    package let restURL: String
    package let certificateAuthority: String?
    package private(set) var timeout: Duration
    package let keyPair: KeyPair?
    /// The name of the profile in use.
    package let profile: String?
    /// The application that was named, by id or name; nil when none was.
    package let application: String?
    package let privateKey: PrivateKeySource?
    package let clock: WallClock

    /// - Parameter application: what `--app` or a positional names; stronger than the environment and the file.
    package init(_ invocation: Invocation, application named: String? = nil) throws(Failure) {
        let surroundings = invocation.surroundings
        let arguments = invocation.arguments
        let profile = try ClientSettings.profile(invocation)
        let settings = try Settings(
            Setting.ofClient, arguments: arguments, environment: surroundings.environment,
            profile: profile.map { ($0.profile.members, $0.name) })

        let url = ClientSettings.withoutSlash(settings[.url] ?? "")
        self.url = url
        isURLChosen = settings.value(.url)?.source != .fallback
        let usesProfile = profile.map { ClientSettings.withoutSlash($0.profile.url) == url || $0.isNamed } ?? false
        restURL = usesProfile ? profile?.profile.restURL.map(ClientSettings.withoutSlash) ?? url : url
        certificateAuthority = settings[.ca].map(surroundings.absolute)
        timeout = settings.duration(.timeout) ?? .seconds(30)
        self.profile = profile?.name
        keyPair = ClientSettings.keyPair(settings, mayUseProfile: usesProfile)

        let file = try ApplicationFile.read(in: surroundings)
        application = named ?? settings[.app] ?? file?.file.applicationID
        privateKey = ClientSettings.privateKey(
            arguments, settings, file: file?.file, application: application, in: surroundings)
        clock =
            try settings[.clock].map { text throws(Failure) in
                try SettableClock(text, in: surroundings).clock
            } ?? surroundings.clock
    }

    func with(timeout: Duration) -> ClientSettings {
        var copy = self
        copy.timeout = timeout
        return copy
    }

    private static func profile(
        _ invocation: Invocation
    ) throws(Failure) -> (name: String, profile: Profile, isNamed: Bool)? {
        let named = invocation.arguments[.profile] ?? invocation.surroundings.environment[Setting.profile.variable]
        let file = try ProfileFile(in: invocation.surroundings)
        guard let name = named ?? file.current ?? file.profiles.first?.name else { return nil }
        guard let profile = file[name] else {
            let known = file.profiles.map(\.name)
            throw .usage(
                "there is no profile `\(name)`",
                advice: known.isEmpty
                    ? "`hookline profile add NAME --url URL` makes one." : "There is \(known.joined(separator: ", ")).")
        }
        return (name, profile, named != nil)
    }

    /// A profile's secret goes to the profile's own server only, unless the profile was named for another one.
    private static func keyPair(_ settings: Settings, mayUseProfile: Bool) -> KeyPair? {
        guard let key = settings.value(.apiKey), let secret = settings.value(.apiSecret) else { return nil }
        for value in [key, secret] {
            if case .profile = value.source, !mayUseProfile { return nil }
        }
        return KeyPair(key: key.text, secret: Secret(secret.text), source: secret.source.words)
    }

    /// The file's key belongs to the file's application; it is left alone when another one was named.
    private static func privateKey(
        _ arguments: Arguments, _ settings: Settings, file: ApplicationFile?, application: String?,
        in surroundings: Surroundings
    ) -> PrivateKeySource? {
        if let given = arguments[.key] { return PrivateKeySource(given, from: "--key", in: surroundings) }
        if let text = settings[.privateKey] {
            return PrivateKeySource(text, from: Setting.privateKey.variable, in: surroundings)
        }
        guard let file, let text = file.privateKey, application == file.applicationID else { return nil }
        return PrivateKeySource(text, from: ApplicationFile.name, in: surroundings)
    }

    private static func withoutSlash(_ url: String) -> String {
        var url = url[...]
        while url.last == "/" { url = url.dropLast() }
        return String(url)
    }
}
