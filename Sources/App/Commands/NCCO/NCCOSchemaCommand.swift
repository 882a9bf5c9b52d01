import NCCO

/// Prints a JSON Schema of NCCOs, for editors.
enum NCCOSchemaCommand {
    private static let strict = Option("strict", "Refuses options that are not known, which the platform passes over")

    static let command = Command(
        "ncco schema", "Print a JSON Schema of NCCOs, for editors",
        discussion: "It says what a schema can say; `hookline ncco check` says more.",
        options: [strict],
        examples: [.init("hookline ncco schema > ncco.schema.json", "a file for your editor")]
    ) { (invocation: Invocation) throws(Failure) in
        invocation.output.json(NCCOSchema.document(isStrict: invocation.arguments.has(strict)))
        return .success
    }
}
