/// The languages that `input` and transcriptions understand. Letter case does not matter.
///
/// <https://developer.vonage.com/en/voice/voice-api/concepts/asr>
package enum UnderstoodLanguage {
    package static func isKnown(_ code: String) -> Bool { folded.contains(code.lowercased()) }

    private static let folded = Set(codes.map { $0.lowercased() })

    package static let codes = [
        "af-ZA", "sq-AL", "am-ET", "ar-AE", "ar-BH", "ar-DZ", "ar-EG", "ar-IL", "ar-IQ", "ar-JO", "ar-KW", "ar-LB",
        "ar-MA", "ar-OM", "ar-PS", "ar-QA", "ar-SA", "ar-TN", "hy-AM", "az-AZ", "eu-ES", "bn-BD", "bn-IN", "bg-BG",
        "ca-ES", "zh", "hr-HR", "cs-CZ", "da-DK", "nl-NL", "en-AU", "en-CA", "en-GB", "en-GH", "en-IE", "en-IN",
        "en-KE", "en-NG", "en-NZ", "en-PH", "en-TZ", "en-US", "en-ZA", "fi-FI", "fr-CA", "fr-FR", "gl-ES", "ka-GE",
        "de-DE", "el-GR", "gu-IN", "he-IL", "hi-IN", "hu-HU", "is-IS", "id-ID", "it-IT", "ja-JP", "jv-ID", "kn-IN",
        "km-KH", "ko-KR", "lo-LA", "lv-LV", "lt-LT", "ms-MY", "ml-IN", "mr-IN", "ne-NP", "nb-NO", "fa-IR", "pl-PL",
        "pt-BR", "pt-PT", "ro-RO", "ru-RU", "sr-RS", "si-LK", "sk-SK", "sl-SI", "es-AR", "es-BO", "es-CL", "es-CO",
        "es-CR", "es-DO", "es-EC", "es-ES", "es-GT", "es-HN", "es-MX", "es-NI", "es-PA", "es-PE", "es-PR", "es-PY",
        "es-SV", "es-US", "es-UY", "es-VE", "su-ID", "sw-KE", "sw-TZ", "sv-SE", "ta-IN", "ta-LK", "ta-MY", "ta-SG",
        "te-IN", "th-TH", "tr-TR", "uk-UA", "ur-IN", "ur-PK", "vi-VN", "zu-ZA", "cmn-Hans-CN",
    ]
}
