import TestSupport

/// Makes messages that are mostly right, and spoils some of them.
enum MessageGrammar {
    /// A few messages in a row.
    static func stream(using random: inout SplitMix64) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...5, using: &random) { bytes += message(using: &random) }
        guard Int.random(in: 0..<3, using: &random) > 0 else { return bytes }
        for _ in 0..<Int.random(in: 1...3, using: &random) { spoil(&bytes, using: &random) }
        return bytes
    }

    /// The bytes in pieces of any length, single bytes among them.
    static func cut(_ bytes: [UInt8], using random: inout SplitMix64) -> [ArraySlice<UInt8>] {
        let most = 1 << Int.random(in: 0...7, using: &random)
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...most, using: &random))
            pieces.append(piece)
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }

    private static func message(using random: inout SplitMix64) -> [UInt8] {
        let method = pick(["GET", "POST", "HEAD", "PUT", "OPTIONS", "BREW"], &random)
        let target = pick(
            ["/", "/a?b=c", "/a%2Fb", "http://x:81/y?z", "/webhooks/answer?to=%2B44&from=+1", "*"], &random)
        let version = pick(["1.1", "1.1", "1.1", "1.1", "1.0"], &random)
        var lines = [pick(["Host: h", "host:h:8080", "HOST: [::1]:80 "], &random)]
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            lines.append(
                pick(
                    [
                        "X: 1", "Accept:*/*", "X-Long: \(text(40, &random))", "Connection: keep-alive, x", "Empty:",
                        "Content-Encoding: gzip", "Connection: close", "Expect: 100-continue", "X: \t a\tb ",
                    ], &random))
        }
        var body = ""
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            body = text(Int.random(in: 0...30, using: &random), &random)
            lines.append("Content-Length: \(body.utf8.count)")
        case 1, 2:
            lines.append(pick(["Transfer-Encoding: chunked", "transfer-encoding:\tChunked "], &random))
            body = chunks(using: &random)
        default: break
        }
        lines.shuffle(using: &random)
        let empty = pick(["", "", "", "\r\n"], &random)
        let head = lines.map { $0 + "\r\n" }.joined()
        return Array("\(empty)\(method) \(target) HTTP/\(version)\r\n\(head)\r\n\(body)".utf8)
    }

    private static func chunks(using random: inout SplitMix64) -> String {
        var chunks = ""
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let data = text(Int.random(in: 1...20, using: &random), &random)
            let size = String(data.utf8.count, radix: 16, uppercase: Bool.random(using: &random))
            let ext = pick(
                ["", "", ";a", ";a=b", " ; a=\"b;\\\"\"", ";\(text(8, &random).filter(\.isLetter))"], &random)
            chunks += "\(pick(["", "0", "00"], &random))\(size)\(ext)\r\n\(data)\r\n"
        }
        return chunks + "0\r\n" + pick(["", "", "T: 1\r\n", "A: 1\r\nB: 2\r\n"], &random) + "\r\n"
    }

    private static func spoil(_ bytes: inout [UInt8], using random: inout SplitMix64) {
        guard let place = bytes.indices.randomElement(using: &random) else { return }
        let odd: [UInt8] = [0, 9, 10, 13, 32, 34, 35, 43, 44, 48, 58, 59, 127, 255]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = odd.randomElement(using: &random)!
        case 1: bytes.insert(odd.randomElement(using: &random)!, at: place)
        case 2: bytes.remove(at: place)
        default:
            bytes.insert(
                contentsOf: pick(["\r\n", "\r\r\n", "Content-Length: 3\r\n", "0\r\n"], &random).utf8, at: place)
        }
    }

    private static func text(_ count: Int, _ random: inout SplitMix64) -> String {
        String((0..<count).map { _ in "abc xyz019;:=".randomElement(using: &random)! })
    }

    private static func pick(_ list: [String], _ random: inout SplitMix64) -> String {
        list.randomElement(using: &random)!
    }
}
