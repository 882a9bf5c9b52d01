import Logging

/// Answers webhooks until it is told to stop.
enum ServeCommand {
    static let command = Command(
        "serve", "Run the server",
        discussion: """
            Needs a data folder made by `hookline init`, or a key pair in HOOKLINE_API_KEY and
            HOOKLINE_API_SECRET. Stops on SIGTERM or Ctrl-C: what was begun is finished first.
            SIGUSR2 starts the program anew, as it lies on the disk then, and hands it everything:
            no connection is refused. Takes its sockets from systemd (LISTEN_FDS) when there are any.
            """,
        options: Setting.ofServer.compactMap(\.option),
        examples: [
            .init("hookline serve", "on 127.0.0.1:8080, with ./hookline-data"),
            .init(
                "hookline serve --listen 0.0.0.0:80 --public-url https://calls.example.org", "for the platform to reach"
            ),
        ], appendix: { SettingsText.table() }, run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let settings = try ServeSettings(arguments: invocation.arguments, surroundings: invocation.surroundings)
        try checkSetUp(settings)
        StopSignal.block(replacing: true)
        let surroundings = invocation.surroundings
        let program = ProgramFile.path(
            calledAs: CommandLine.arguments.first ?? "", folder: surroundings.folder,
            searchPath: surroundings.environment["PATH"])
        let inheritance = try Inheritance.take(surroundings.environment)
        var server = try started(settings, inheritance)
        announce(server, settings, invocation.output)
        inheritance.predecessor?.tellServing()
        ServiceManager.notify("READY=1", surroundings.environment)
        while true {
            let current = server
            let signal = StopSignal.wait(
                replacing: true, reload: current.canReload ? { current.reload() } : nil)
            guard signal == StopSignal.replace else { break }
            switch Replacement(of: server, by: program, surroundings.environment).run() {
            case .replaced: return .success
            case .kept: continue
            case .mustStop: break
            case .mustResume(let inheritance):
                server = try started(settings, inheritance)
                server.log.warning("handover.resumed", [:])
                continue
            }
            break
        }
        StopSignal.unblock()
        invocation.output.remark("Stopping …")
        ServiceManager.notify("STOPPING=1", surroundings.environment)
        let running = server
        try blocking { () async throws(Failure) in await running.stop() }
        return .success
    }

    private static func started(
        _ settings: ServeSettings, _ inheritance: Inheritance
    ) throws(Failure) -> RunningServer {
        do throws(Failure) {
            return try blocking { () async throws(Failure) in
                try await RunningServer.start(settings, inheritance: inheritance)
            }
        } catch {
            inheritance.predecessor?.tellFailure(error.message)
            throw error
        }
    }

    /// A server that nobody could administer is not started.
    private static func checkSetUp(_ settings: ServeSettings) throws(Failure) {
        guard settings.keyPair == nil else { return }
        switch settings.data {
        case .memory:
            throw .usage(
                "a server that keeps nothing needs a key pair", advice: "Set HOOKLINE_API_KEY and HOOKLINE_API_SECRET.")
        case .folder(let path):
            try checkReadable(path)
            guard !Files.exists(path + "/hookline.db") else { return }
            throw .usage(
                "there is nothing to serve in \(path) yet",
                advice: """
                    Run `hookline init` first: it makes the folder, a key pair, an application, a user and a number.
                    Or set HOOKLINE_API_KEY and HOOKLINE_API_SECRET, and `serve` makes an empty folder.
                    To just see a call answered, run `hookline demo`.
                    """)
        }
    }

    /// A folder that cannot be looked into is not an empty one.
    private static func checkReadable(_ path: String) throws(Failure) {
        guard Files.exists(path) else { return }
        guard Files.isFolder(path) else {
            throw .usage("\(path) is not a folder", advice: "Choose the data folder with --data DIR.")
        }
        do { _ = try Files.names(in: path) } catch {
            throw .usage(error.description, advice: "Run it as the folder's owner, or choose another with --data DIR.")
        }
    }

    private static func announce(_ server: RunningServer, _ settings: ServeSettings, _ output: Output) {
        for url in server.urls { output.remark("Hookline \(Version.text) serves \(url)") }
        let base = settings.publicURL ?? server.urls.first ?? ""
        output.remark("Answer webhook \(base)/webhooks/answer, event webhook \(base)/webhooks/event. Stop with Ctrl-C.")
        if settings.publicURL == nil {
            output.remark("Reachable from this machine only, unless something forwards to it.")
        }
        if settings.signatureSecret == nil, settings.signatureSecrets.isEmpty, settings.requiresSignedWebhooks != true {
            output.warning(
                "no signature secret is set: webhooks are taken unsigned, except for applications that have a secret")
        }
        server.log.info("server.listening", ["urls": server.urls.joined(separator: " "), "version": Version.text])
    }
}
