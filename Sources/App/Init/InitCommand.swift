import JSON
import JWT
import Logging
import Registry
import Telephony

/// Makes a data folder with everything a first call needs, and says once what cannot be read again.
enum InitCommand {
    private static let name = Option("name", value: "NAME", "The application's name (My application)")
    private static let user = Option("user", value: "NAME", "The first user (Alice)")
    private static let number = Option(
        "number", value: "DIGITS",
        "The number that rings the user (\(FirstApplication.fictionalNumber), a fictional one)")
    private static let country = Option("country", value: "CC", "The number's country (GB)")
    private static let keyFile = Option(
        "private-key-file", value: "FILE",
        "Where the application's private key goes (./private.key); never overwritten")

    static let command = Command(
        "init", "Make a data folder with a key pair, an application, a user and a number",
        discussion: """
            The admin key's secret is shown once. Commands find the key pair in the profile `default`
            (~/.config/hookline/config.json) and the application in ./.hookline-app.
            """,
        options: [Setting.data.option, Setting.listen.option, Setting.keyFile.option].compactMap { $0 }
            + [name, user, number, country, keyFile],
        examples: [
            .init("hookline init", "in ./hookline-data"),
            .init("hookline init --data /var/lib/hookline --user Bob", "elsewhere, for Bob"),
        ], run: run)

    /// What there is after all went well.
    private struct Made: Sendable {
        let first: FirstApplication
        let pair: AdminKeyPair
        let token: String
        let folder: String
        let keyPath: String
        /// `127.0.0.1:8080`, or what `--listen` said.
        let listen: String
        let profileNote: String

        var url: String { "http://\(listen)" }
        var isElsewhere: Bool { listen != Setting.listen.fallback }
    }

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let (arguments, surroundings) = (invocation.arguments, invocation.surroundings)
        let settings = try ServeSettings(arguments: arguments, surroundings: surroundings)
        guard case .folder(let folder) = settings.data else {
            throw .usage(
                "`init` needs a folder", advice: "--data :memory: keeps nothing; `serve` needs no init for it.")
        }
        guard !Files.exists(folder + "/hookline.db") else {
            throw .refused("\(folder) is set up already", advice: "Run `hookline serve`, or choose another --data DIR.")
        }
        let first = try FirstApplication(
            named: arguments[name] ?? "My application", user: arguments[user] ?? "Alice",
            number: arguments[number] ?? FirstApplication.fictionalNumber,
            country: (arguments[country] ?? FirstApplication.fictionalCountry).uppercased())

        let shownKeyPath = arguments[keyFile] ?? "private.key"
        let keyPath = surroundings.absolute(shownKeyPath)
        do { try Files.reserve(keyPath) } catch {
            throw .refused(
                error.isBecauseItExists
                    ? "\(shownKeyPath) is there already and is not overwritten; nothing was made" : error.description,
                advice: "Name another file with --private-key-file.")
        }
        do throws(Failure) {
            let pair = AdminKeyPair()
            let token = try token(of: first, at: settings.clock.now())
            try blocking { () async throws(Failure) in try await store(first, pair, settings) }
            try write(first.key.pem, to: keyPath)
            try remember(first.application.id, keyPath: keyPath, surroundings)
            let listen = settings.listen.first?.description ?? "127.0.0.1:8080"
            let made = Made(
                first: first, pair: pair, token: token, folder: folder, keyPath: keyPath, listen: listen,
                profileNote: try keepProfile(pair, url: "http://\(listen)", surroundings))
            show(made, invocation.output)
        } catch {
            if (try? Files.read(keyPath))?.isEmpty == true { Files.remove(keyPath) }
            throw error
        }
        return .success
    }

    private static func store(
        _ first: FirstApplication, _ pair: AdminKeyPair, _ settings: ServeSettings
    ) async throws(Failure) {
        let log = Logger(level: .warning, format: .text, sink: .standardError)
        let (registry, _) = try await OpenedStore.open(settings, log: log)
        defer { registry.close() }
        do {
            try await registry.write { tx in
                try first.create(in: tx)
                try KeyStore(tx).put(id: pair.key, secret: Array(pair.secret.utf8), label: "init")
            }
        } catch { throw Failure(.serverError, "the folder could not be filled: \(error)") }
    }

    private static func token(of first: FirstApplication, at now: Timestamp) throws(Failure) -> String {
        do {
            return try ApplicationClaims(
                applicationID: first.application.id.description, subject: first.user.name.text,
                lifetime: .seconds(86_400), now: now.seconds
            ).token(signedWith: first.key)
        } catch { throw .refused(error.description) }
    }

    private static func remember(
        _ id: ApplicationID, keyPath: String, _ surroundings: Surroundings
    ) throws(Failure) {
        let path = surroundings.absolute(ApplicationFile.name)
        guard !Files.exists(path) else { return }
        let text = ApplicationFile(applicationID: id.description, privateKey: keyPath).text
        try write(text, to: path)
    }

    private static func write(_ text: String, to path: String) throws(Failure) {
        do { try Files.replace(path, with: Array(text.utf8)) } catch { throw .refused(error.description) }
    }

    /// Writes the profile `default`. One that was there stays under another name.
    private static func keepProfile(
        _ pair: AdminKeyPair, url: String, _ surroundings: Surroundings
    ) throws(Failure) -> String {
        guard ProfileFile.path(in: surroundings) != nil else {
            return "none: there is no home folder; use HOOKLINE_API_KEY and HOOKLINE_API_SECRET"
        }
        var file = try ProfileFile(in: surroundings)
        var note = ""
        if let earlier = file["default"], earlier.apiKey != pair.key {
            let name = (1...).lazy.map { "default-\($0)" }.first { file[$0] == nil } ?? "default-0"
            file[name] = earlier
            note = "; the earlier one is now called \(name) (hookline profile use \(name))"
        }
        file["default"] = Profile(url: url, apiKey: pair.key, apiSecret: pair.secret)
        file.current = "default"
        return "default in \(try file.write(in: surroundings))" + note
    }

    private static func show(_ made: Made, _ output: Output) {
        let first = made.first
        if output.isJSON {
            output.json([
                "data": .string(made.folder), "url": .string(made.url), "api_key": .string(made.pair.key),
                "api_secret": .string(made.pair.secret),
                "application_id": .string(first.application.id.description), "key_file": .string(made.keyPath),
                "user": .string(first.user.name.text), "user_id": .string(first.user.id.description),
                "number": .string(first.number.number.digits), "token": .string(made.token),
            ])
            return
        }
        output.line("Made \(made.folder)")
        output.line("")
        output.details([
            ("API key", made.pair.key), ("API secret", made.pair.secret + "   (shown this once)"),
            ("Profile", made.profileNote),
            ("Application", "\(first.application.name)  \(first.application.id)"), ("Private key", made.keyPath),
            ("User", first.user.name.text), ("Number", "\(first.number.number.digits), rings \(first.user.name.text)"),
        ])
        output.line("")
        output.line("A token for \(first.user.name.text)'s app, good for 24 hours:")
        output.line(made.token)
        output.line("")
        output.line(output.style.bold("Next"))
        let data = made.folder
        for (line, why) in [
            ("hookline serve --data \(data)\(made.isElsewhere ? " --listen \(made.listen)" : "")", "run the server"),
            ("hookline demo", "see a call answered, with nothing of yours touched"),
            (
                "curl '\(made.url)/webhooks/answer?to=\(first.number.number.digits)&from=447700900123"
                    + "&uuid=\(UUID128.random().hex)&conversation_uuid=CON-\(UUID128.random())'",
                "ask as the platform does, once it serves"
            ),
            ("hookline jwt create --sub \(first.user.name.text)", "another token"),
            ("hookline calls list", "what happened"),
        ] {
            output.line("  \(line)")
            output.line("      \(output.style.dim(why))")
        }
    }
}
