import HTTP
import JSON

/// Shows numbers that can be bought.
enum NumbersSearch {
    private static let features = Option("features", value: "LIST", "They must have these: SMS, VOICE, MMS")
    private static let voice = Option("voice", isHidden: true, "They must take calls")
    private static let sms = Option("sms", isHidden: true, "They must take messages")
    private static let type = Option("type", value: "TYPE", "mobile-lvn, landline or landline-toll-free")
    private static let page = Option("page", value: "N", "Which page (1)")

    static let command = Command(
        "numbers search", "Search for numbers to buy",
        positionals: [Positional("COUNTRY", .optional, "Two-letter country code")],
        options: [.country, features, type, .limit, page, voice, sms] + PatternOptions.all,
        examples: [.init("hookline numbers search GB --features VOICE --pattern \"44770*\"", "by first digits")],
        run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        guard let country = arguments[0] ?? arguments[.country] else {
            throw .usage("`numbers search` needs COUNTRY", advice: "hookline numbers search GB")
        }
        var wanted = arguments[features].map { [$0.uppercased()] } ?? []
        if arguments.has(voice) { wanted.append("VOICE") }
        if arguments.has(sms) { wanted.append("SMS") }
        let limit = try arguments.integer(.limit, in: 1...100) ?? 10
        let page = try arguments.integer(page, in: 1...100_000) ?? 1
        let query: [(String, String?)] = [
            ("country", try NumberArgument.country(country)),
            ("features", wanted.isEmpty ? nil : wanted.joined(separator: ",")),
            ("type", arguments[type]), ("size", "\(limit)"), ("index", "\(page)"),
        ]
        let answer = try invocation.server().call(
            .get, "/number/search", query: query + PatternOptions.query(arguments), about: "numbers in \(country)")
        let numbers = answer["numbers"]?.array ?? []
        let count = answer["count"]?.int ?? numbers.count
        let output = invocation.output
        if output.isJSON {
            output.json(["count": .number(JSONNumber(count)), "numbers": .array(numbers)])
            return .success
        }
        output.table(NumberRows.table(numbers, priced: true), orElse: "No numbers")
        if count > page * limit { output.remark("There are \(count): --page \(page + 1) shows the next.") }
        return .success
    }
}
