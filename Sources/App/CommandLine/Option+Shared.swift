/// Options that mean the same in several commands.
extension Option {
    package static let app = Option(
        "app", value: "APP", spellings: ["app-id", "application-id", "application"],
        "The application's id (HOOKLINE_APP, or .hookline-app in this folder)")
    package static let key = Option(
        "key", value: "FILE", spellings: ["keyfile", "key-file", "private-key", "private-key-file"],
        "The private key: a file, or the PEM text (HOOKLINE_PRIVATE_KEY)")
    package static let yes = Option("yes", short: "y", spellings: ["force", "confirm"], "Do not ask")
    package static let country = Option(
        "country", short: "c", value: "CC", spellings: ["country-code"], "Two-letter country code")
    package static let limit = Option(
        "limit", value: "N", spellings: ["size", "page-size"], "At most so many (100)")
}
