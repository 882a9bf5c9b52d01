import HTTP
import JSON

/// Tells the server about a number that is ours, or one that it may sell.
enum NumbersAdd {
    private static let type = Option("type", value: "TYPE", "mobile (default), landline or toll-free")
    private static let features = Option("features", value: "LIST", "SMS, VOICE, MMS, parted by commas (SMS,VOICE)")
    private static let forSale = Option("for-sale", "Into the stock that `numbers search` shows")
    private static let app = Option("app", value: "APP", "Link it to this application at once")

    static let command = Command(
        "numbers add", "Add a number that is yours, or to the stock for sale",
        positionals: [Positional("NUMBER", "In any spelling")],
        options: [.country, type, features, forSale, app],
        examples: [.init("hookline numbers add \"+44 7700 900030\" --country GB", "a number of ours")], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        let number = try NumberArgument.number(arguments.required(0)).digits
        guard let typed = arguments[.country] else {
            throw .usage("`numbers add` needs --country", advice: "hookline numbers add \(number) --country GB")
        }
        let features = (arguments[features] ?? "SMS,VOICE").split(separator: ",").map { String($0).trimmingBlanks }
        for feature in features where !["SMS", "VOICE", "MMS"].contains(feature.uppercased()) {
            throw .usage("--features: `\(feature)` is not SMS, VOICE or MMS")
        }
        let server = try invocation.server()
        var body: JSONObject = [
            "msisdn": .string(number), "country": .string(try NumberArgument.country(typed)),
            "type": .string(arguments[type] ?? "mobile"),
            "features": .array(features.map { .string($0.uppercased()) }),
            "for_sale": .bool(arguments.has(forSale)),
        ]
        if let app = arguments[app] { body["application_id"] = .string(try Applications.id(app, server)) }
        let answer = try server.call(
            .post, "/admin/v1/numbers", body: .json(.object(body)), about: "number \(number)")
        invocation.output.done("Number added: \(number)", answer)
        return .success
    }
}
