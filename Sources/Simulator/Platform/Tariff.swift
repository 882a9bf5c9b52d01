/// What a leg costs.
package struct Tariff: Equatable, Sendable {
    /// A minute, in hundred-millionths of a euro.
    package var rate: Int64
    /// `GB-FIXED`, or a mobile country and network code; nil when it is not known.
    package var network: String?

    package init(rate: Int64, network: String?) {
        self.rate = rate
        self.network = network
    }

    /// A call from an ordinary telephone.
    package static let landline = Tariff(rate: 450_000, network: "GB-FIXED")
    /// A leg to an app costs nothing and crosses no carrier's network.
    package static let app = Tariff(rate: 0, network: nil)

    /// Euros a minute with eight decimals, `0.00450000`; `0.00` when it is free.
    var rateText: String { rate == 0 ? "0.00" : Self.euros(rate) }

    /// The price of so many seconds.
    func priceText(seconds: Int64) -> String { rate == 0 ? "0" : Self.euros(rate * seconds / 60) }

    private static func euros(_ amount: Int64) -> String {
        let (whole, rest) = amount.quotientAndRemainder(dividingBy: 100_000_000)
        let digits = String(rest)
        return "\(whole)." + String(repeating: "0", count: 8 - digits.count) + digits
    }
}
