/// What `hookline serve --help` tells of settings besides its options.
package enum SettingsText {
    /// How the names go together, and the settings that have no option.
    package static func table() -> String {
        var lines = [
            "Settings: an option is stronger than its variable, and that is stronger than the settings file.",
            "Each option has a variable, --public-url is HOOKLINE_PUBLIC_URL, and a name in the file,",
            "\"public_url\". The file is JSON: --config FILE, HOOKLINE_CONFIG, or config.json in the data folder.",
            "",
            "Without an option of their own:",
        ]
        for setting in Setting.ofServer where setting.option == nil {
            lines.append("  " + setting.variable + (setting.fallback.map { " (\($0))" } ?? ""))
            lines.append("      " + setting.summary)
        }
        return lines.joined(separator: "\n")
    }
}
