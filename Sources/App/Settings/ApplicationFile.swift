/// The file that says which application a folder belongs to: `.hookline-app`.
///
/// INI with one section, `[app_config]`, that has `app_id` and `private_key`, a path or the key itself. A file that
/// holds a bare id, and the `.nexmo-app` of an older tool, are read too.
package struct ApplicationFile: Equatable, Sendable {
    package static let name = ".hookline-app"
    private static let names = [name, ".nexmo-app"]

    package var applicationID: String
    /// PEM text, or a path seen from the folder of the file.
    package var privateKey: String?

    package init(applicationID: String, privateKey: String? = nil) {
        self.applicationID = applicationID
        self.privateKey = privateKey
    }

    /// The file of the folder a command runs in, and its path; nil when there is none.
    package static func read(in surroundings: Surroundings) throws(Failure) -> (file: ApplicationFile, path: String)? {
        for name in names {
            let path = surroundings.absolute(name)
            guard Files.exists(path) else { continue }
            let text: String
            do { text = try Files.readText(path, limit: 1 << 16) } catch { throw .usage(error.description) }
            guard let file = ApplicationFile(parsing: text) else {
                throw .usage("\(path) names no application", advice: "It holds an app_id, or nothing but an id.")
            }
            return (file, path)
        }
        return nil
    }

    /// Fails unless an id is in it.
    init?(parsing text: String) {
        let lines = text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline).map {
            String($0).trimmingBlanks
        }.filter { !$0.isEmpty && !$0.hasPrefix(";") && !$0.hasPrefix("#") }
        if lines.count == 1, !lines[0].contains("="), !lines[0].hasPrefix("[") {
            self.init(applicationID: lines[0])
            return
        }
        var members: [String: String] = [:]
        var openKey: String?
        for line in lines {
            if let key = openKey {
                // A key that was pasted into the file with its line ends.
                members[key, default: ""] += "\n" + line
                if line.contains("-----END") { openKey = nil }
            } else if let equals = line.firstIndex(of: "=") {
                let key = String(line[..<equals]).trimmingBlanks
                members[key] = ApplicationFile.unquoted(String(line[line.index(after: equals)...]).trimmingBlanks)
                if line.contains("-----BEGIN"), !line.contains("-----END") { openKey = key }
            }
        }
        guard let id = members["app_id"] ?? members["application_id"], !id.isEmpty else { return nil }
        self.init(applicationID: id, privateKey: members["private_key"].flatMap { $0.isEmpty ? nil : $0 })
    }

    /// The text of the file.
    package var text: String {
        "[app_config]\napp_id=\(applicationID)\n" + (privateKey.map { "private_key=\($0)\n" } ?? "")
    }

    private static func unquoted(_ text: String) -> String {
        for mark in ["\"", "'"] where text.count >= 2 && text.hasPrefix(mark) && text.hasSuffix(mark) {
            return String(text.dropFirst().dropLast())
        }
        return text
    }
}
