import Simulator

/// Something that happened in the demo, and when.
struct Moment: Sendable {
    let at: ContinuousClock.Instant
    let sight: Sight
}

/// Something one of the demo's parts did or saw.
enum Sight: Sendable {
    /// The server answers at this URL.
    case serving(url: String)
    case platform(PlatformTrace)
    case gateway(GatewayEntry)
    case phone(PhoneTrace)
    /// The caller hangs up.
    case hungUp
    case recorded(Records)
}
