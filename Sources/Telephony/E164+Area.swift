extension E164 {
    /// The country calling code the number begins with (ITU-T E.164 and its list of assigned codes): one, two or three
    /// digits. Nil for a number too short to tell.
    package var callingCode: String? {
        let digits = Array(digits.utf8)
        guard let first = digits.first, first != UInt8(ascii: "0") else { return nil }
        if first == UInt8(ascii: "1") || first == UInt8(ascii: "7") { return String(self.digits.prefix(1)) }
        guard digits.count >= 2 else { return nil }
        let two = Int(digits[0] - UInt8(ascii: "0")) * 10 + Int(digits[1] - UInt8(ascii: "0"))
        if Self.twoDigitCodes.contains(two) { return String(self.digits.prefix(2)) }
        return digits.count >= 3 ? String(self.digits.prefix(3)) : nil
    }

    /// Where the number belongs, as far as its digits tell: numbers of one area are of one country. It is the calling
    /// code, told apart by area code where countries share one (North America, Russia and Kazakhstan).
    package var area: String? {
        guard let code = callingCode else { return nil }
        let national = digits.dropFirst(code.utf8.count)
        switch code {
        case "1":
            let areaCode = String(national.prefix(3))
            if Self.canadianAreaCodes.contains(areaCode) { return "1CA" }
            return Self.caribbeanAreaCodes.contains(areaCode) ? "1" + areaCode : "1"
        case "7": return national.hasPrefix("6") || national.hasPrefix("7") ? "7KZ" : "7"
        default: return code
        }
    }

    private static let twoDigitCodes: Set<Int> = [
        20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 56, 57, 58, 60, 61,
        62, 63, 64, 65, 66, 81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98,
    ]

    private static let canadianAreaCodes: Set<String> = [
        "204", "226", "236", "249", "250", "257", "263", "289", "306", "343", "354", "365", "367", "368", "382", "387",
        "403", "416", "418", "428", "431", "437", "438", "450", "460", "468", "474", "506", "514", "519", "537", "548",
        "568", "579", "581", "584", "587", "600", "604", "613", "622", "639", "647", "672", "683", "705", "709", "742",
        "753", "778", "780", "782", "807", "819", "825", "851", "867", "873", "879", "902", "905", "942",
    ]

    /// Area codes that are countries or territories of their own.
    private static let caribbeanAreaCodes: Set<String> = [
        "242", "246", "264", "268", "284", "340", "345", "441", "473", "649", "658", "664", "670", "671", "684", "721",
        "758", "767", "784", "787", "809", "829", "849", "868", "869", "876", "939",
    ]
}
