import Testing

@testable import App

struct ClientSettingsTests {
    private func client(
        _ bench: Bench, _ options: [String: [String]] = [:], application: String? = nil
    ) throws -> ClientSettings {
        let command = Command("x", "x") { _ in .success }
        return try ClientSettings(
            Invocation(command: command, arguments: Arguments(options: options), surroundings: bench.surroundings),
            application: application)
    }

    private func addOffice(_ bench: Bench) {
        bench.run(
            "profile", "add", "office", "--url", "https://calls.example.org/", "--api-key", "k", "--api-secret",
            "s3cret")
    }

    @Test func talksToLoopbackByItself() throws {
        let settings = try client(Bench())

        #expect(settings.url == "http://127.0.0.1:8080")
        #expect(!settings.isURLChosen)
        #expect(settings.keyPair == nil && settings.application == nil && settings.privateKey == nil)
    }

    @Test func theProfileFileIsForItsOwnerAlone() throws {
        let bench = Bench()

        addOffice(bench)

        #expect(Files.mode(bench.home + "/.config/hookline/config.json") == 0o600)
        #expect(Files.mode(bench.home + "/.config/hookline") == 0o700)
        #expect(!bench.results.contains("s3cret"))
    }

    @Test func usesTheProfile() throws {
        let bench = Bench()
        addOffice(bench)

        let settings = try client(bench)

        #expect(settings.url == "https://calls.example.org")
        #expect(settings.keyPair?.key == "k")
        #expect(settings.keyPair?.secret.reveal() == "s3cret")
        #expect(settings.profile == "office")
        #expect(settings.isURLChosen)
    }

    /// A secret goes to the server it was saved for.
    @Test func aProfilesSecretIsNotSentElsewhere() throws {
        let bench = Bench(["HOOKLINE_URL": "http://192.0.2.1"])
        addOffice(bench)

        #expect(try client(bench).keyPair == nil)
        #expect(try client(bench, ["url": ["http://192.0.2.2"]]).keyPair == nil)
        #expect(try client(bench, ["profile": ["office"], "url": ["http://192.0.2.2"]]).keyPair?.key == "k")
        #expect(try client(bench, ["url": ["https://calls.example.org"]]).keyPair?.key == "k")
    }

    @Test func theEnvironmentIsStrongerThanTheProfile() throws {
        let bench = Bench(["HOOKLINE_API_KEY": "env", "HOOKLINE_API_SECRET": "other"])
        addOffice(bench)

        #expect(try client(bench).keyPair?.key == "env")
    }

    @Test func anUnknownProfileIsAMistake() {
        let bench = Bench()
        addOffice(bench)

        #expect(throws: Failure(.usage, "there is no profile `home`", advice: "There is office.")) {
            try client(bench, ["profile": ["home"]])
        }
    }

    @Test func profilesAreListedAndChosen() {
        let bench = Bench()
        addOffice(bench)
        bench.run("profile", "add", "home", "--url", "http://127.0.0.1:1", "--api-key", "h", "--api-secret", "s")

        #expect(bench.run("profile", "use", "home") == .success)
        #expect(bench.run("profile", "list") == .success)

        #expect(bench.results.contains("*  home    http://127.0.0.1:1"))
        #expect(bench.results.contains("   office  https://calls.example.org/  k"))
        #expect(bench.run("profile", "use", "hmoe") == .notFound)
        #expect(bench.remarks.contains("Did you mean `home`?"))
    }

    /// A saved secret is shown nowhere else: it must not go because somebody typed too little.
    @Test func addingAProfileWithoutAKeyPairTakesNoSavedOneAway() throws {
        let bench = Bench()
        addOffice(bench)

        #expect(bench.run("profile", "add", "office") == .usage)
        #expect(bench.run("profile", "add", "office", "--api-key", "other", "--api-secret", "s") == .refused)

        #expect(try client(bench, ["profile": ["office"]]).keyPair?.key == "k")
        #expect(bench.run("profile", "add", "office", "--api-key", "other", "--api-secret", "s", "--yes") == .success)
        #expect(try client(bench, ["profile": ["office"]]).keyPair?.key == "other")
    }

    @Test func theApplicationIsTheOneNamedMostNearly() throws {
        let bench = Bench(["HOOKLINE_APP": "env"])
        try bench.write("file", to: ".hookline-app")

        #expect(try client(bench, ["app": ["flag"]]).application == "flag")
        #expect(try client(bench, application: "positional").application == "positional")
        #expect(try client(bench).application == "env")
        let plain = Bench()
        try plain.write("file", to: ".hookline-app")
        #expect(try client(plain).application == "file")
    }

    @Test func theKeyIsTheFlagThenTheVariableThenTheFile() throws {
        let bench = Bench(["HOOKLINE_PRIVATE_KEY": "env.key"])
        try bench.write("[app_config]\napp_id=a\nprivate_key=file.key\n", to: ".hookline-app")
        let folder = bench.folder

        #expect(
            try client(bench, ["key": ["-----BEGIN X"]]).privateKey == .text("-----BEGIN X", from: "--key"))
        #expect(try client(bench).privateKey == .file(folder + "/env.key", shown: "env.key"))
        let plain = Bench()
        try plain.write("[app_config]\napp_id=a\nprivate_key=file.key\n", to: ".hookline-app")
        #expect(try client(plain).privateKey == .file(plain.folder + "/file.key", shown: "file.key"))
        #expect(try client(plain, ["app": ["b"]]).privateKey == nil)
    }
}
