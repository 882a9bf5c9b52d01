import HTTP
import HTTPServer
import JSON
import Telephony

extension Setting {
    /// What is wrong with `text` as a value, as the end of "NAME: …"; nil when nothing is.
    func problem(with text: String) -> String? {
        let shown = isSecret ? "the value" : "`\(text)`"
        switch kind {
        case .text, .path: return text.isEmpty ? "is empty" : nil
        case .boolean:
            return Setting.boolean(text) == nil ? "\(shown) is neither on nor off (1, 0, true, false, yes, no)" : nil
        case .choice(let words):
            return words.contains(text.lowercased()) ? nil : "\(shown) is not one of \(words.joined(separator: ", "))"
        case .seconds(let range):
            guard let seconds = Double(text), seconds.isFinite else { return "\(shown) is not a number of seconds" }
            let fits = Double(range.lowerBound)...Double(range.upperBound) ~= seconds
            return fits ? nil : "\(shown) is not between \(range.lowerBound) and \(range.upperBound) seconds"
        case .number(let range):
            guard let number = Int(text) else { return "\(shown) is not a whole number" }
            return range.contains(number) ? nil : "\(shown) is not between \(range.lowerBound) and \(range.upperBound)"
        case .addresses:
            let parts = text.split(separator: ",").map { String($0).trimmingBlanks }
            if let part = parts.first(where: { ListenAddress($0) == nil }) { return "`\(part)` is not HOST:PORT" }
            return parts.isEmpty ? "is empty" : nil
        case .peers:
            let parts = text.split(separator: ",").map { String($0).trimmingBlanks }
            if let part = parts.first(where: { TrustedProxies([$0]) == nil }) {
                return "`\(part)` is neither an address, a block such as 10.0.0.0/8, nor unix"
            }
            return parts.isEmpty ? "is empty" : nil
        case .url: return Setting.isURL(text) ? nil : "\(shown) is not an http or https URL"
        case .secretsByKey:
            return Setting.secrets(text) == nil ? "is not a JSON object of API key to secret or list of secrets" : nil
        case .clock:
            return text.hasPrefix("@") || Timestamp(text) != nil
                ? nil : "\(shown) is neither an ISO 8601 time nor @FILE"
        }
    }

    static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "1", "true", "on", "yes", "": true
        case "0", "false", "off", "no": false
        default: nil
        }
    }

    /// `{"KEY": "secret"}`, or `{"KEY": ["new secret", "old secret"]}` while one is being replaced.
    static func secrets(_ text: String) -> [String: [String]]? {
        guard let object = (try? JSONValue.parse(Array(text.utf8)))?.object else { return nil }
        var secrets: [String: [String]] = [:]
        for (key, value) in object.members {
            let several = value.array?.map(\.string) ?? [value.string]
            let given = several.compactMap { $0 }.filter { !$0.isEmpty }
            guard !given.isEmpty, given.count == several.count else { return nil }
            secrets[key] = given
        }
        return secrets
    }

    /// True for an absolute http or https URL with a host and without blanks.
    static func isURL(_ text: String) -> Bool {
        for scheme in ["http://", "https://"] where text.lowercased().hasPrefix(scheme) {
            let rest = text.dropFirst(scheme.count)
            return !rest.isEmpty && !rest.hasPrefix("/") && !rest.hasPrefix(":")
                && rest.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
        }
        return false
    }
}
