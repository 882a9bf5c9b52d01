import JSON
import Testing

@testable import App

struct SettingsTests {
    private func settings(
        _ options: [String: [String]] = [:], _ environment: [String: String] = [:], file: JSONObject? = nil,
        profile: [String: String]? = nil
    ) throws -> Settings {
        try Settings(
            Setting.all, arguments: Arguments(options: options), environment: environment,
            file: file.map { ($0, "c.json") }, profile: profile.map { ($0, "office") })
    }

    @Test func theStrongestSourceWins() throws {
        let file: JSONObject = ["ring_timeout": 20, "log_level": "debug", "public_url": "https://f.example"]
        let settings = try settings(
            ["log-level": ["error"]], ["HOOKLINE_LOG_LEVEL": "warning", "HOOKLINE_RING_TIMEOUT": "30"], file: file)

        #expect(settings.value(.logLevel) == .init(text: "error", source: .flag))
        #expect(settings.value(.ringTimeout) == .init(text: "30", source: .environment))
        #expect(settings.value(.publicURL) == .init(text: "https://f.example", source: .file("c.json")))
        #expect(settings.value(.records) == .init(text: "on", source: .fallback))
        #expect(settings.value(.flows) == nil)
    }

    @Test func aProfileIsStrongerThanDefaultsAndWeakerThanTheEnvironment() throws {
        let settings = try settings(
            [:], ["HOOKLINE_API_KEY": "env"], profile: ["url": "https://p.example", "api_key": "profile"])

        #expect(settings.value(.url) == .init(text: "https://p.example", source: .profile("office")))
        #expect(settings.value(.apiKey) == .init(text: "env", source: .environment))
    }

    @Test func anEmptyVariableIsNoValue() throws {
        #expect(try settings([:], ["HOOKLINE_FLOWS": "", "HOOKLINE_RING_TIMEOUT": ""])[.ringTimeout] == "60")
    }

    @Test func theFileHasValuesOfItsOwnTypes() throws {
        let settings = try settings(
            file: [
                "simulate": true, "ring_timeout": 12.5, "listen": ["127.0.0.1:1", "[::1]:2"],
                "signature_secrets": ["k": "s"],
            ])

        #expect(settings.isOn(.simulate))
        #expect(settings.duration(.ringTimeout) == .milliseconds(12_500))
        #expect(settings[.listen] == "127.0.0.1:1,[::1]:2")
        #expect(settings[.signatureSecrets] == #"{"k":"s"}"#)
    }

    @Test(arguments: [
        ("HOOKLINE_RING_TIMEOUT", "abc", "HOOKLINE_RING_TIMEOUT: `abc` is not a number of seconds"),
        ("HOOKLINE_RING_TIMEOUT", "0", "HOOKLINE_RING_TIMEOUT: `0` is not between 1 and 600 seconds"),
        ("HOOKLINE_RECORDS", "maybe", "HOOKLINE_RECORDS: `maybe` is not one of on, off"),
        (
            "HOOKLINE_SIMULATE", "perhaps",
            "HOOKLINE_SIMULATE: `perhaps` is neither on nor off (1, 0, true, false, yes, no)"
        ),
        ("HOOKLINE_LISTEN", "8080", "HOOKLINE_LISTEN: `8080` is not HOST:PORT"),
        ("HOOKLINE_LISTEN", "127.0.0.1:80,x", "HOOKLINE_LISTEN: `x` is not HOST:PORT"),
        ("HOOKLINE_URL", "example.org", "HOOKLINE_URL: `example.org` is not an http or https URL"),
        ("HOOKLINE_LOOPS", "0", "HOOKLINE_LOOPS: `0` is not between 1 and 256"),
        ("HOOKLINE_CLOCK", "yesterday", "HOOKLINE_CLOCK: `yesterday` is neither an ISO 8601 time nor @FILE"),
        (
            "HOOKLINE_SIGNATURE_SECRETS", "s3cret",
            "HOOKLINE_SIGNATURE_SECRETS: is not a JSON object of API key to secret or list of secrets"
        ),
    ])
    func aBadValueIsToldWithItsPlaceAndNoSecret(variable: String, value: String, message: String) {
        #expect(throws: Failure(.usage, message)) { try settings([:], [variable: value]) }
    }

    @Test func aBadValueInTheFileNamesTheFile() {
        #expect(throws: Failure(.usage, "ring_timeout in c.json: `x` is not a number of seconds")) {
            try settings(file: ["ring_timeout": "x"])
        }
        #expect(
            throws: Failure(
                .usage, "c.json: there is no setting `rin_timeout`",
                advice: "Did you mean `ring_timeout` or `write_timeout`?")
        ) {
            try settings(file: ["rin_timeout": 5])
        }
    }

    @Test func strangersInTheEnvironmentAreSeen() {
        let strangers = Settings.strangers(in: ["HOOKLINE_SIGNTURE_SECRET": "x", "HOOKLINE_DATA": "d", "HOME": "/"])

        #expect(strangers.map(\.name) == ["HOOKLINE_SIGNTURE_SECRET"])
        #expect(strangers.first?.advice?.contains("HOOKLINE_SIGNATURE_SECRET") == true)
    }

    /// The names that deployments and tests count on.
    @Test(arguments: [
        "HOOKLINE_DATA", "HOOKLINE_LISTEN",
        "HOOKLINE_API_KEY", "HOOKLINE_API_SECRET", "HOOKLINE_SIGNATURE_SECRET", "HOOKLINE_SIGNATURE_SECRET_FILE",
        "HOOKLINE_SIGNATURE_SECRETS", "HOOKLINE_SIGNED_WEBHOOKS", "HOOKLINE_APNS_URL_PRODUCTION",
        "HOOKLINE_APNS_URL_SANDBOX", "HOOKLINE_APNS_CA", "HOOKLINE_APNS_BUNDLE_ID", "HOOKLINE_FCM_URL",
        "HOOKLINE_CLOCK", "HOOKLINE_URL", "HOOKLINE_PUBLIC_URL", "HOOKLINE_SIMULATE", "HOOKLINE_RECORDS",
        "HOOKLINE_INVENTORY", "HOOKLINE_LOG_LEVEL", "HOOKLINE_LOG_FORMAT", "HOOKLINE_RING_TIMEOUT",
        "HOOKLINE_KEY_FILE", "HOOKLINE_FLOWS", "HOOKLINE_APP", "HOOKLINE_PRIVATE_KEY", "HOOKLINE_PROFILE",
    ])
    func hasTheSetting(variable: String) {
        #expect(Setting.all.contains { $0.variable == variable })
    }

    @Test func everyDefaultIsAValue() {
        for setting in Setting.all {
            if let fallback = setting.fallback { #expect(setting.problem(with: fallback) == nil, "\(setting.name)") }
        }
        #expect(Set(Setting.all.map(\.name)).count == Setting.all.count)
    }

    @Test func theHelpOfServeNamesEverySettingOfAServer() {
        let bench = Bench()
        bench.run("serve", "--help")

        for setting in Setting.ofServer {
            #expect(bench.results.contains(setting.summary))
            if let option = setting.option {
                #expect(bench.results.contains("--\(option.name)"))
            } else {
                #expect(bench.results.contains("\n  \(setting.variable)"))
            }
        }
    }

    @Test func configShowSaysWhereValuesComeFromAndHidesSecrets() throws {
        let bench = Bench([
            "HOOKLINE_API_SECRET": "hunter2", "HOOKLINE_PRIVATE_KEY": "pem-text", "HOOKLINE_RING_TIMEOUT": "33",
            "HOOKLINE_TYPO": "1",
        ])

        #expect(bench.run("config", "show", "--log-level", "debug") == .success)

        let lines = bench.results.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines.contains(["ring_timeout", "33", "environment", "HOOKLINE_RING_TIMEOUT"]))
        #expect(lines.contains(["log_level", "debug", "command", "line", "HOOKLINE_LOG_LEVEL"]))
        #expect(lines.contains(["api_secret", "<secret>", "environment", "HOOKLINE_API_SECRET"]))
        #expect(!bench.results.contains("hunter2") && !bench.results.contains("pem-text"))
        #expect(bench.remarks.contains("HOOKLINE_TYPO is no setting"))
    }
}
