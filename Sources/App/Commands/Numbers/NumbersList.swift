import HTTP
import JSON

/// Shows the numbers that are ours.
enum NumbersList {
    private static let app = Option("app", value: "APP", "Only those linked to this application")

    static let command = Command(
        "numbers list", "List your numbers", options: [.country, app, .limit] + PatternOptions.all, run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        let server = try invocation.server()
        let limit = try arguments.integer(.limit, in: 1...100_000) ?? 100
        var query: [(String, String?)] = try PatternOptions.query(arguments)
        if let country = arguments[.country] { query.append(("country", try NumberArgument.country(country))) }
        if let app = arguments[app] { query.append(("application_id", try Applications.id(app, server))) }

        var numbers: [JSONValue] = []
        var count = 0
        var index = 1
        repeat {
            let page = [("size", "\(min(limit, 100))"), ("index", "\(index)")]
            let answer = try server.call(.get, "/account/numbers", query: query + page, about: "numbers")
            let found = answer["numbers"]?.array ?? []
            count = answer["count"]?.int ?? numbers.count + found.count
            if found.isEmpty { break }
            numbers += found
            index += 1
        } while numbers.count < min(limit, count)

        let output = invocation.output
        if output.isJSON {
            output.json(["count": .number(JSONNumber(count)), "numbers": .array(Array(numbers.prefix(limit)))])
            return .success
        }
        output.table(NumberRows.table(Array(numbers.prefix(limit)), priced: false), orElse: "No numbers")
        if count > limit { output.remark("There are \(count): --limit N shows N of them.") }
        return .success
    }
}
