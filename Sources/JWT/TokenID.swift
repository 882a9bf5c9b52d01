import Crypto

/// A fresh `jti`: a UUID of version 4 in lower case.
func makeTokenID() -> String {
    var bytes = randomBytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Hex.encode(bytes)
    var text = ""
    for (index, digit) in digits.enumerated() {
        if [8, 12, 16, 20].contains(index) { text.append("-") }
        text.append(digit)
    }
    return text
}
