import NCCO

/// How fast calls are played.
package struct Pace: Equatable, Sendable {
    /// 1: as long as a voice needs; 0: no time at all.
    package var speech: Double

    package init(speech: Double) {
        self.speech = speech
    }

    package static let natural = Pace(speech: 1)
    package static let instant = Pace(speech: 0)

    /// How long the text takes: a voice says about fifteen characters a second. A text that is said for ever counts once.
    func duration(of talk: Talk) -> Duration {
        .seconds(Double(talk.text.count) / 15 * Double(max(1, talk.loop)) * speech)
    }
}
