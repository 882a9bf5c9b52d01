import HTTP
import JSON

/// Gives a number back.
enum NumbersCancel {
    static let command = Command(
        "numbers cancel", "Give a number back",
        positionals: [
            Positional("NUMBER", "Which one, in any spelling"),
            Positional("COUNTRY", .optional, "Its country; --country does the same"),
        ],
        options: [.country, .yes], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let (typed, country) = try NumberArgument.numberAndCountry(invocation.arguments)
        guard let typed, let country else {
            throw .usage(
                "`numbers cancel` needs NUMBER and --country", advice: "hookline numbers cancel 447700900040 -c GB")
        }
        let number = try NumberArgument.number(typed).digits
        let server = try invocation.server()
        try invocation.output.confirm("Give number \(number) back", unless: invocation.arguments.has(.yes))
        try server.call(
            .post, "/number/cancel", body: .form([("country", country), ("msisdn", number)]),
            about: "number \(number)")
        invocation.output.done("Number cancelled: \(number)", ["msisdn": .string(number), "cancelled": true])
        return .success
    }
}
