/// A language that `talk` speaks.
///
/// <https://developer.vonage.com/en/voice/voice-api/concepts/text-to-speech>
package struct SpokenLanguage: Sendable {
    package let code: String
    /// How many voices there are, numbered from 0; nil where it is not published.
    package let styles: Int?
    /// Voices that pass over the tags of SSML.
    package let plainStyles: [Int]

    private init(_ code: String, styles: Int?, plain: [Int] = []) {
        self.code = code
        self.styles = styles
        plainStyles = plain
    }

    /// What is spoken when nothing is said about it.
    package static let usual = "en-US"

    package static func named(_ code: String) -> SpokenLanguage? { all.first { $0.code == code } }

    package static let all: [SpokenLanguage] = [
        SpokenLanguage("ar", styles: 8, plain: [2, 5, 6]),
        SpokenLanguage("bn-IN", styles: 2),
        SpokenLanguage("ca-ES", styles: 2, plain: [0, 1]),
        SpokenLanguage("cmn-CN", styles: 6, plain: [3]),
        SpokenLanguage("cmn-TW", styles: 4, plain: [0]),
        SpokenLanguage("cs-CZ", styles: 3, plain: [1, 2]),
        SpokenLanguage("cy-GB", styles: 1),
        SpokenLanguage("da-DK", styles: 6),
        SpokenLanguage("de-DE", styles: 7),
        SpokenLanguage("el-GR", styles: 3, plain: [1, 2]),
        SpokenLanguage("en-AU", styles: 6),
        SpokenLanguage("en-GB", styles: 8),
        SpokenLanguage("en-GB-WLS", styles: 1),
        SpokenLanguage("en-IN", styles: 6),
        SpokenLanguage("en-US", styles: 12),
        SpokenLanguage("en-ZA", styles: 1, plain: [0]),
        SpokenLanguage("es-ES", styles: 5, plain: [3]),
        SpokenLanguage("es-MX", styles: 1),
        SpokenLanguage("es-US", styles: 3),
        SpokenLanguage("eu-ES", styles: 1, plain: [0]),
        SpokenLanguage("fi-FI", styles: 2, plain: [1]),
        SpokenLanguage("fil-PH", styles: 4),
        SpokenLanguage("fr-CA", styles: 5),
        SpokenLanguage("fr-FR", styles: 8),
        SpokenLanguage("he-IL", styles: 1, plain: [0]),
        SpokenLanguage("hi-IN", styles: 6, plain: [2]),
        SpokenLanguage("hu-HU", styles: 2, plain: [1]),
        SpokenLanguage("id-ID", styles: 5, plain: [1]),
        SpokenLanguage("is-IS", styles: 2),
        SpokenLanguage("it-IT", styles: 7),
        SpokenLanguage("ja-JP", styles: 6),
        SpokenLanguage("ko-KR", styles: 6, plain: [3]),
        SpokenLanguage("ml-IN", styles: 2),
        SpokenLanguage("nb-NO", styles: 8, plain: [6, 7]),
        SpokenLanguage("nl-NL", styles: 7),
        SpokenLanguage("pl-PL", styles: 9),
        SpokenLanguage("pt-BR", styles: 6, plain: [2, 4]),
        SpokenLanguage("pt-PT", styles: 8, plain: [3, 4]),
        SpokenLanguage("ro-RO", styles: 2, plain: [1]),
        SpokenLanguage("ru-RU", styles: 7),
        SpokenLanguage("sk-SK", styles: 2, plain: [1]),
        SpokenLanguage("sv-SE", styles: 4, plain: [2, 3]),
        SpokenLanguage("ta-IN", styles: 2),
        SpokenLanguage("te-IN", styles: 2),
        SpokenLanguage("th-TH", styles: 2, plain: [0]),
        SpokenLanguage("tr-TR", styles: 8, plain: [4, 7]),
        SpokenLanguage("uk-UA", styles: 1),
        SpokenLanguage("vi-VN", styles: 4),
        SpokenLanguage("yue-CN", styles: 1, plain: [0]),
        SpokenLanguage("af-ZA", styles: nil),
        SpokenLanguage("bg-BG", styles: nil),
        SpokenLanguage("de-AT", styles: nil),
        SpokenLanguage("de-ET", styles: nil),
        SpokenLanguage("en-GB-SCT", styles: nil),
        SpokenLanguage("en-IE", styles: nil),
        SpokenLanguage("en-NZ", styles: nil),
        SpokenLanguage("es-CO", styles: nil),
        SpokenLanguage("gl-ES", styles: nil),
        SpokenLanguage("gu-IN", styles: nil),
        SpokenLanguage("kn-IN", styles: nil),
        SpokenLanguage("lv-LV", styles: nil),
        SpokenLanguage("ms-MY", styles: nil),
        SpokenLanguage("nl-BE", styles: nil),
        SpokenLanguage("no-NO", styles: nil),
        SpokenLanguage("pa-IN", styles: nil),
        SpokenLanguage("sr-RS", styles: nil),
    ]
}
