/// Where a server listens, `127.0.0.1:8080`, `[::1]:8080` or `localhost:8080`.
package struct ListenAddress: Hashable, Sendable {
    /// A numeric address without brackets, `localhost` for both loopbacks, or empty for every interface.
    package let host: String
    /// 0 lets the system choose.
    package let port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Fails unless `text` is `HOST:PORT`. `:8080` and `*:8080` mean every interface.
    package init?(_ text: some StringProtocol) {
        let text = String(text).trimmingBlanks
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        if host == "*" { host = "" }
        guard host.allSatisfy({ $0.isASCII && !$0.isWhitespace && $0 != "/" }) else { return nil }
        self.init(host: String(host), port: port)
    }
}

extension ListenAddress: CustomStringConvertible {
    package var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host.isEmpty ? "*" : host):\(port)"
    }
}

extension String {
    /// Without the blanks and line ends around it.
    var trimmingBlanks: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text = text.dropFirst() }
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}
