/// What a server chose of a client's offer (RFC 8446 §4.1.3, RFC 5246 §7.4.1.3).
struct ServerHello: Equatable {
    var version: UInt16
    var cipher: UInt16
    var compression: UInt8

    /// Fails when `bytes` begin with something else, such as an alert.
    init?(_ bytes: [UInt8]) {
        func number(_ index: Int) -> UInt16 { UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]) }
        // A record of type 22 with a message of type 2; version, 32 random bytes, session id, and then the choice.
        guard bytes.count > 43, bytes[0] == 22, bytes[5] == 2 else { return nil }
        let choice = 44 + Int(bytes[43])
        guard bytes.count > choice + 2 else { return nil }
        (version, cipher, compression) = (number(9), number(choice), bytes[choice + 2])
        guard bytes.count >= choice + 5 else { return }
        // TLS 1.3 says its version in an extension (RFC 8446 §4.2.1).
        var index = choice + 5
        let end = min(bytes.count, index + Int(number(choice + 3)))
        while index + 4 <= end {
            if number(index) == 43, index + 6 <= end { version = number(index + 4) }
            index += 4 + Int(number(index + 2))
        }
    }
}
