/// A password as it is stored: `$scrypt$ln=15,r=8,p=1$SALT$HASH`, salt and hash in base64url.
package struct PasswordHash: Sendable, Equatable {
    /// What is stored.
    package let text: String

    private let costBits: Int
    private let blockSize: UInt64
    private let parallelism: UInt64
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// Hashes a password with a fresh salt. Takes about 50 ms and 32 MiB.
    package init(of password: String) {
        let salt = randomBytes(16)
        let costBits = 15
        let hash = Scrypt.derive(
            password: password.utf8, salt: salt, cost: 1 << UInt64(costBits), blockSize: 8, parallelism: 1, count: 32)
        // The parameters are constants within range; only a lack of 32 MiB of memory gets here.
        guard let hash else { preconditionFailure("out of memory") }
        self.costBits = costBits
        blockSize = 8
        parallelism = 1
        self.salt = salt
        self.hash = hash
        text = "$scrypt$ln=\(costBits),r=8,p=1$\(Base64URL.encode(salt))$\(Base64URL.encode(hash))"
    }

    /// Reads what is stored; nil when it is something else.
    package init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt" else { return nil }
        let numbers = parts[2].split(separator: ",").map { $0.split(separator: "=") }
        guard numbers.count == 3, numbers.allSatisfy({ $0.count == 2 }), numbers.map({ $0[0] }) == ["ln", "r", "p"],
            let costBits = Int(numbers[0][1]), (1...20).contains(costBits), let blockSize = UInt64(numbers[1][1]),
            let parallelism = UInt64(numbers[2][1]), let salt = Base64URL.decode(parts[3]),
            let hash = Base64URL.decode(parts[4]), hash.count >= 16
        else { return nil }
        self.text = text
        self.costBits = costBits
        self.blockSize = blockSize
        self.parallelism = parallelism
        self.salt = salt
        self.hash = hash
    }

    /// Whether `password` is the one that was hashed. As slow as hashing.
    package func matches(_ password: String) -> Bool {
        let derived = Scrypt.derive(
            password: password.utf8, salt: salt, cost: 1 << UInt64(costBits), blockSize: blockSize,
            parallelism: parallelism, count: hash.count)
        return derived.map { constantTimeEquals($0, hash) } ?? false
    }
}
