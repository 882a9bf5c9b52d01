import Directory
import HTTPServer
import Telephony

/// The application a webhook's path names: `/apps/{application_id}/webhooks/…`.
enum WebhookPath {
    /// The path names none.
    case general
    case application(ApplicationEntry)
    /// One that is not here; with the text of the path.
    case unknown(String)

    init(_ exchange: borrowing Exchange, in directory: Directory) {
        guard let text = exchange.parameters.value(of: "application_id") else {
            self = .general
            return
        }
        if let entry = ApplicationID(text).flatMap({ directory.application($0) }) {
            self = .application(entry)
        } else {
            self = .unknown(text)
        }
    }

    var entry: ApplicationEntry? {
        if case .application(let entry) = self { entry } else { nil }
    }
}
