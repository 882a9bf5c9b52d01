import Glibc
import Telephony

/// What a command knows of the process it runs in. Tests make their own.
package struct Surroundings: Sendable {
    package let environment: [String: String]
    /// Absolute path.
    package let folder: String
    package let terminal: Terminal
    package let clock: WallClock

    package init(environment: [String: String], folder: String, terminal: Terminal, clock: WallClock = .system) {
        self.environment = environment
        self.folder = folder
        self.terminal = terminal
        self.clock = clock
    }

    /// Those of this process.
    package static func ofProcess() -> Surroundings {
        let environment = processEnvironment()
        return Surroundings(
            environment: environment, folder: Files.currentFolder(), terminal: .standard(environment: environment))
    }

    /// `path` as seen from the folder the command runs in; `~/` is the home folder.
    package func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        if path.hasPrefix("~/"), let home = environment["HOME"] { return home + path.dropFirst(1) }
        let relative = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
        return folder == "/" ? "/" + relative : folder + "/" + relative
    }

    private static func processEnvironment() -> [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text)
            if let equals = pair.firstIndex(of: "=") {
                variables[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
            }
            entry += 1
        }
        return variables
    }
}
