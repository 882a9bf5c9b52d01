/// Where a request comes from and what it was meant for, as the trusted proxies on its way tell it: in `Forwarded`
/// (RFC 7239), or in `X-Forwarded-For`, `-Proto` and `-Host`.
///
/// Each proxy adds what it saw at the right. So the walk begins there and goes on for as long as the one who wrote an
/// entry is trusted; what a client wrote itself stands further left and is never reached.
struct Forwarding: Equatable {
    var client: PeerAddress
    var isSecure: Bool?
    /// Host and port.
    var host: String?

    /// Hops that are looked at. Nobody has that many proxies.
    private static let mostHops = 32

    /// Fails when the fields say nothing, or say it in two ways that do not agree: a proxy that writes one kind may pass
    /// on the other as its client made it up.
    init?(_ fields: RequestFields, from peer: PeerAddress, through proxies: TrustedProxies) {
        let standard = fields.all("Forwarded")
        let common = ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"].map(fields.all)
        let isCommon = common.contains { !$0.isEmpty }
        switch (standard.isEmpty, isCommon) {
        case (true, false): return nil
        case (true, true): self.init(lists: common, peer, proxies)
        case (false, false): self.init(standard: standard, peer, proxies)
        case (false, true):
            guard let first = Forwarding(standard: standard, peer, proxies) else { return nil }
            let second = Forwarding(lists: common, peer, proxies)
            guard first.client == second.client, Self.agree(first.isSecure, second.isSecure),
                Self.agree(first.host, second.host)
            else { return nil }
            self.init(
                client: first.client, isSecure: first.isSecure ?? second.isSecure, host: first.host ?? second.host)
        }
    }

    private init(client: PeerAddress, isSecure: Bool?, host: String?) {
        self.client = client
        self.isSecure = isSecure
        self.host = host
    }

    /// What the three lists of values say. Fails never: without a usable entry the client is the peer.
    private init(lists: [[String]], _ peer: PeerAddress, _ proxies: TrustedProxies) {
        let (nodes, protocols, hosts) = (Self.items(lists[0]), Self.items(lists[1]), Self.items(lists[2]))
        let (client, distance) = Self.walk(nodes.map(Optional.some), peer, proxies)
        // A list of another length was not written hop by hop: then its last entry is the nearest proxy's.
        func entry(_ list: [Substring]) -> Substring? {
            list.count == nodes.count && distance > 0 ? list[list.count - distance] : list.last
        }
        self.init(
            client: client, isSecure: entry(protocols).flatMap(Self.isSecure), host: entry(hosts).flatMap(Self.host))
    }

    /// What the elements of `Forwarded` say. Fails when they do not keep to its grammar.
    private init?(standard: [String], _ peer: PeerAddress, _ proxies: TrustedProxies) {
        guard let elements = ForwardedElement.elements(standard.joined(separator: ",")) else { return nil }
        let (client, distance) = Self.walk(elements.map { $0.node.map { $0[...] } }, peer, proxies)
        let element = distance > 0 ? elements[elements.count - distance] : nil
        self.init(
            client: client, isSecure: element?.proto.flatMap { Self.isSecure($0[...]) },
            host: element?.host.flatMap { Self.host($0[...]) })
    }

    /// The client, and how far from the right the last entry stands that is believed; 0 is none.
    private static func walk(
        _ nodes: [Substring?], _ peer: PeerAddress, _ proxies: TrustedProxies
    ) -> (client: PeerAddress, distance: Int) {
        var client = peer
        var distance = 0
        for node in nodes.reversed().prefix(mostHops) {
            distance += 1
            // `unknown`, a made-up name, or nothing: who that was nobody can say.
            guard let address = node.flatMap({ PeerAddress(node: $0) }) else { break }
            client = address
            guard proxies.contains(address) else { break }
        }
        return (client, distance)
    }

    private static func items(_ values: [String]) -> [Substring] {
        values.flatMap { $0.split(separator: ",") }.compactMap { part in
            let trimmed = part.drop { $0 == " " || $0 == "\t" }
            let end = trimmed.lastIndex { $0 != " " && $0 != "\t" }
            return end.map { trimmed[...$0] }
        }
    }

    private static func isSecure(_ scheme: Substring) -> Bool? {
        switch scheme.lowercased() {
        case "https", "wss": true
        case "http", "ws": false
        default: nil
        }
    }

    private static func host(_ text: Substring) -> String? {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= 261,
            bytes.withUnsafeBufferPointer({ Authority.isValid($0.baseAddress!, 0, $0.count) })
        else { return nil }
        return String(text)
    }

    private static func agree<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool {
        left == nil || right == nil || left == right
    }
}
