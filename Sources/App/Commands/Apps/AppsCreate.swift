import HTTP
import JSON

/// Makes an application and keeps the private key that the server shows once.
enum AppsCreate {
    private static let keyFile = Option(
        "keyfile", value: "FILE", spellings: ["private-key-file", "key"],
        "Where the private key goes (./private.key); never overwritten")
    private static let publicKeyFile = Option(
        "public-key-file", value: "FILE", spellings: ["public-keyfile"], "Use a key pair of your own: its public half")

    static let command = Command(
        "apps create", "Create an application and its key pair",
        discussion: """
            The private key is written to a file that only you can read, and .hookline-app in this
            folder remembers the application, so that other commands find both.
            """,
        positionals: [Positional("NAME", "What people call it")],
        options: [keyFile, publicKeyFile] + CapabilityOptions.all,
        examples: [
            .init("hookline apps create \"Phone to app\"", "the key goes to ./private.key"),
            .init(
                "hookline apps create Demo --keyfile demo.key --voice-answer-url https://example.org/webhooks/answer",
                "with an answer address"),
        ], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let arguments = invocation.arguments
        var application: JSONObject = ["name": .string(try arguments.required(0))]
        var capabilities = JSONObject()
        if try CapabilityOptions.apply(arguments, to: &capabilities) {
            application["capabilities"] = .object(capabilities)
        }

        if let path = arguments[publicKeyFile] {
            guard !arguments.has(keyFile) else {
                throw .usage("You can't use --keyfile and --public-key-file at the same time.")
            }
            let pem: String
            do { pem = try Files.readText(invocation.surroundings.absolute(path)) } catch {
                throw .refused("Can't find your public key: \(path): \(error.reason)")
            }
            application["keys"] = ["public_key": .string(pem)]
            let created = try post(application, invocation)
            return try finish(created, keyPath: nil, invocation)
        }

        // The file comes first: whatever may be wrong with it is known before anything is created, and the key that
        // is shown once has a place to go.
        let shown = arguments[keyFile] ?? "private.key"
        let path = invocation.surroundings.absolute(shown)
        do { try Files.reserve(path) } catch { throw keyFileFailure(error, shown: shown) }
        let created: JSONObject
        do { created = try post(application, invocation) } catch {
            Files.remove(path)
            throw error
        }
        guard let pem = created["keys"]?["private_key"]?.string else {
            Files.remove(path)
            invocation.output.warning("the server sent no private key")
            return try finish(created, keyPath: nil, invocation)
        }
        do { try Files.replace(path, with: Array(pem.utf8)) } catch {
            invocation.output.line(pem)
            invocation.output.warning("\(error). The private key is shown above and cannot be had again: save it now")
            return try finish(created, keyPath: nil, invocation)
        }
        return try finish(created, keyPath: path, invocation)
    }

    private static func post(_ application: JSONObject, _ invocation: Invocation) throws(Failure) -> JSONObject {
        let server = try invocation.server()
        let name = application["name"]?.string ?? ""
        let answer = try server.call(
            .post, "/v2/applications", body: .json(.object(application)), about: "application `\(name)`")
        guard let object = answer.object, object["id"]?.string != nil else {
            throw Failure(.serverError, "the server did not say which application it made")
        }
        return object
    }

    private static func keyFileFailure(_ error: FileError, shown: String) -> Failure {
        error.isBecauseItExists
            ? .refused(
                "\(shown) is there already and is not overwritten; nothing was created",
                advice: "Name another file with --keyfile.")
            : .refused("\(shown): \(error.reason); nothing was created", advice: "Name another file with --keyfile.")
    }

    private static func finish(
        _ created: JSONObject, keyPath: String?, _ invocation: Invocation
    ) throws(Failure) -> ExitCode {
        let output = invocation.output
        let id = created["id"]?.string ?? ""
        let appPath = remember(id, keyPath: keyPath, invocation)
        if output.isJSON {
            var shown = created.withoutPrivateKey
            shown["key_file"] = keyPath.map { .string($0) }
            output.json(.object(shown))
            return .success
        }
        output.line("Application created: \(id)")
        if let appPath { output.line("Credentials written to \(appPath)") }
        if let keyPath { output.line("Private Key saved to: \(keyPath)") }
        output.line("")
        output.details([
            ("Name", created["name"]?.string), ("Application ID", id),
            ("Capabilities", created["capabilities"]?.object.map { $0.keys.joined(separator: ", ") }),
        ])
        return .success
    }

    /// Writes `.hookline-app`. One that holds a private key itself is left as it is.
    private static func remember(_ id: String, keyPath: String?, _ invocation: Invocation) -> String? {
        let path = invocation.surroundings.absolute(ApplicationFile.name)
        if Files.exists(path), let old = try? Files.readText(path) {
            let file = ApplicationFile(parsing: old)
            if file?.privateKey?.contains("-----BEGIN") == true {
                invocation.output.warning("\(path) holds a private key and is left as it is; use --app \(id)")
                return nil
            }
            if let before = file?.applicationID, before != id {
                invocation.output.remark("\(ApplicationFile.name) named \(before) before.")
            }
        }
        let text = ApplicationFile(applicationID: id, privateKey: keyPath).text
        do { try Files.replace(path, with: Array(text.utf8)) } catch {
            invocation.output.warning("\(error); use --app \(id)")
            return nil
        }
        return path
    }
}

extension JSONObject {
    /// An application as it may be shown.
    var withoutPrivateKey: JSONObject {
        var object = self
        if var keys = object["keys"]?.object {
            keys["private_key"] = nil
            object["keys"] = .object(keys)
        }
        return object
    }
}
