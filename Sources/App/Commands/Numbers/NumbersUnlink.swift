import HTTP
import JSON

/// Makes a number ring nobody.
enum NumbersUnlink {
    private static let number = Option("number", value: "NUMBER", isHidden: true, "The number; instead of the argument")

    static let command = Command(
        "numbers unlink", "Unlink a number, so that it rings nobody",
        positionals: [
            Positional("NUMBER", .optional, "Which one, in any spelling"),
            Positional("APPLICATION_ID", .optional, "Not needed; older tools name it"),
        ],
        options: [number, .country, .yes], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let (typed, _) = try NumberArgument.numberAndApplication(invocation.arguments)
        guard let typed = typed ?? invocation.arguments[number] else {
            throw .usage("`numbers unlink` needs NUMBER", advice: "Usage: \(command.usage)")
        }
        let digits = try NumberArgument.number(typed).digits
        try invocation.server().call(.delete, "/admin/v1/numbers/\(digits)/link", about: "number \(digits)")
        invocation.output.done("Number unlinked: \(digits)", ["msisdn": .string(digits), "unlinked": true])
        return .success
    }
}
