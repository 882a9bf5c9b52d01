import Simulator
import Telephony

/// What to do after the demo.
struct DemoAdvice {
    /// How the program is called from where the user is.
    let program: String
    let style: Style

    /// The name it was called by: a path stays a path, so that the lines can be copied.
    static var programName: String { CommandLine.arguments.first ?? "hookline" }

    var next: [String] {
        [
            style.bold("Next"),
            line("\(program) demo --keep", "leave that server up, and call it yourself"),
            line("\(program) init", "a key pair, application, user and number to keep"),
            line("\(program) serve", "the server for them"),
            line("README.md", "from there to a real phone"),
        ]
    }

    func goingOn(url: String, pair: AdminKeyPair, cast: Cast, call: SimulatedCall?) -> [String] {
        // A new id each time: a repeat gets the same answer again and rings nobody.
        let ask =
            "\(url)/webhooks/answer?to=\(cast.number)&from=447700900456"
            + "&uuid=$(cat /proc/sys/kernel/random/uuid)"
        return [
            style.bold("The server stays up at \(url)") + " until Ctrl-C; then all of it is removed.",
            "  Application \(cast.application), user \(cast.user), number \(cast.number)", "",
            style.dim("  Ask as the platform does: the NCCO comes back, and Alice's iPhone rings here"),
            "  curl \"\(ask)\"",
            style.dim("  (This server takes unsigned webhooks, so that curl is enough; plain `demo` does not)"), "",
            style.dim("  Look around, in another terminal"),
            "  export HOOKLINE_URL=\(url) HOOKLINE_API_KEY=\(pair.key)",
            "  export HOOKLINE_API_SECRET=\(pair.secret)",
            "  \(program) calls list",
            "  \(program) calls show \(call.map { "\($0.uuid)" } ?? "UUID")",
            "  \(program) devices list --user \(cast.user)", "",
            style.dim("  A server to keep"),
            "  \(program) init && \(program) serve    (after Ctrl-C)", "",
        ]
    }

    private func line(_ command: String, _ why: String) -> String {
        "  " + command.padded(to: max(24, program.columns + 14)) + "  " + style.dim(why)
    }
}
