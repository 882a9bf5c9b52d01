/// The settings of a server as a table for `hookline serve --help`.
package enum SettingsText {
    /// One line a setting: flag, environment variable, default, what it is. The key in the settings file is the
    /// variable's name without `HOOKLINE_`, in lower case.
    package static func table() -> String {
        let rows = Setting.ofServer.map { setting in
            [
                setting.option.map { "--\($0.name)" } ?? "", setting.variable, setting.fallback ?? "",
                setting.summary,
            ]
        }
        let lines = Table("Flag", "Variable", "Default", "What it is", rows: rows).lines().map { "  " + $0 }
        let head = [
            "Settings: a flag is stronger than its variable, and that is stronger than the settings file.",
            "The file is JSON with the same names: HOOKLINE_RING_TIMEOUT is \"ring_timeout\".", "",
        ]
        return (head + lines).joined(separator: "\n")
    }
}
