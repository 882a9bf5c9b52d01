import HTTP
import JSON

/// Takes a number from the stock.
enum NumbersBuy {
    private static let features = Option("features", value: "LIST", "Without a number: it must have these (VOICE)")

    static let command = Command(
        "numbers buy", "Buy a number",
        discussion: "Without a number the first one for sale in the country is bought.",
        positionals: [
            Positional("NUMBER", .optional, "Which one, in any spelling"),
            Positional("COUNTRY", .optional, "Its country; --country does the same"),
        ],
        options: [.country, .yes, features],
        examples: [
            .init("hookline numbers buy 447700900040 --country GB", "this one"),
            .init("hookline numbers buy --country US --yes", "the first there is, without being asked"),
        ], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        let (typed, country) = try NumberArgument.numberAndCountry(arguments)
        guard let country else {
            throw .usage(
                "`numbers buy` needs --country", advice: "hookline numbers buy \(typed ?? "NUMBER") --country GB")
        }
        let server = try invocation.server()
        let number: String
        if let typed, !typed.contains("*") {
            number = try NumberArgument.number(typed).digits
        } else {
            number = try first(in: country, pattern: typed, arguments, server)
        }
        try invocation.output.confirm("Buy number \(number) (\(country))", unless: arguments.has(.yes))
        try server.call(
            .post, "/number/buy", body: .form([("country", country), ("msisdn", number)]), about: "number \(number)")
        invocation.output.done(
            "Number purchased: \(number)", ["msisdn": .string(number), "country": .string(country), "purchased": true])
        return .success
    }

    private static func first(
        in country: String, pattern: String?, _ arguments: Arguments, _ server: ServerConnection
    ) throws(Failure) -> String {
        var query: [(String, String?)] = [
            ("country", country), ("features", arguments[features]?.uppercased() ?? "VOICE"), ("size", "1"),
        ]
        if let pattern {
            query.append(("pattern", pattern.filter { $0 != "*" }))
            query.append(("search_pattern", pattern.hasSuffix("*") ? "0" : "2"))
        }
        let answer = try server.call(.get, "/number/search", query: query, about: "numbers in \(country)")
        guard let number = answer["numbers"]?[0]?["msisdn"]?.string else {
            throw Failure(
                .numberNotFound, "no numbers for sale in \(country)",
                advice: "`hookline numbers search \(country)` shows the stock.")
        }
        return number
    }
}
