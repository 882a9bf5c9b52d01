import CallControl
import JSON

/// Flows among the arguments and answers of the `flows` commands.
enum FlowArgument {
    static let dryRun = Option("dry-run", spellings: ["dry"], "Say what would change, and change nothing")
    static let revision = Option("revision", value: "N", "The revision it must have, to change only what you have seen")

    static let path = "/admin/v1/flows"

    /// The name, without the `.json` a file has.
    static func name(_ text: String) throws(Failure) -> String {
        let name = text.hasSuffix(".json") ? String(text.dropLast(5)) : text
        guard FlowName.isName(name) else {
            throw .usage(
                "`\(text)` is no name of a flow", advice: "Letters, digits, -, _ and . may stand in it, 64 at most.")
        }
        return name
    }

    static func path(_ name: String) -> String { path + "/" + ServerConnection.segment(name) }

    /// The file's bytes; `-` is standard input.
    static func bytes(_ path: String, _ invocation: Invocation) throws(Failure) -> [UInt8] {
        if path == "-" {
            guard let bytes = invocation.surroundings.terminal.readAll(1 << 20) else {
                throw .usage("standard input is longer than 1 MiB")
            }
            return bytes
        }
        do { return try Files.read(invocation.surroundings.absolute(path), limit: 1 << 20) } catch {
            throw .usage(error.description)
        }
    }

    static func fields(_ arguments: Arguments) throws(Failure) -> [(String, String)] {
        guard let revision = try arguments.integer(Self.revision, in: 0...Int.max) else { return [] }
        return revision == 0 ? [("If-None-Match", "*")] : [("If-Match", "\"\(revision)\"")]
    }

    static func query(_ arguments: Arguments, force: Bool = false) -> [(String, String?)] {
        [("dry_run", arguments.has(dryRun) ? "true" : nil), ("force", force ? "true" : nil)]
    }

    /// Prints the warnings of an answer.
    static func warn(_ answer: JSONValue, _ output: Output) {
        for warning in answer["warnings"]?.array ?? [] {
            let place = warning["pointer"]?.string.map { $0.isEmpty ? "" : $0 + ": " } ?? ""
            output.warning((place + (warning["message"]?.string ?? "")).printable)
        }
    }

    /// Tells what came of a change that may have been a trial.
    static func told(_ answer: JSONValue, as name: String, _ output: Output) {
        if output.isJSON { return output.json(answer) }
        let revision = answer["revision"]?.int ?? 0
        let isTrial = answer["dry_run"]?.bool ?? false
        if answer["changed"]?.bool == false {
            output.line("Flow \(name) is the same as before: revision \(revision)")
        } else {
            output.line("Flow \(name) \(isTrial ? "would be stored" : "stored"): revision \(revision)")
        }
        warn(answer, output)
    }
}
