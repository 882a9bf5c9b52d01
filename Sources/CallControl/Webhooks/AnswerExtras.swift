import JSON

/// What few answer webhooks hold, kept aside so that the others are small.
final class AnswerExtras: Equatable, Sendable {
    let endpointType: String?
    let regionURL: String?
    let customData: JSONValue?
    let sipHeaders: [SIPHeader]
    let reason: String?
    let originalType: String?

    private static let headerPrefix = "SipHeader_"

    init(endpointType: String?, regionURL: String?) {
        self.endpointType = endpointType
        self.regionURL = regionURL
        customData = nil
        sipHeaders = []
        reason = nil
        originalType = nil
    }

    /// Nil if there is nothing of it.
    init?(_ object: JSONObject) {
        endpointType = object.text("endpoint_type")
        regionURL = object.text("region_url")
        customData = Self.customData(object["custom_data"])
        sipHeaders = object.keys.compactMap { key in
            guard key.hasPrefix(Self.headerPrefix), let text = object[key]?.string else { return nil }
            return SIPHeader(name: String(key.dropFirst(Self.headerPrefix.count)), value: text)
        }
        reason = object.text("reason")
        originalType = object["original_request"]?.object?.text("type")
        if endpointType == nil, regionURL == nil, customData == nil, sipHeaders.isEmpty, reason == nil,
            originalType == nil
        {
            return nil
        }
    }

    static func == (left: AnswerExtras, right: AnswerExtras) -> Bool {
        left.endpointType == right.endpointType && left.regionURL == right.regionURL
            && left.customData == right.customData && left.sipHeaders == right.sipHeaders
            && left.reason == right.reason && left.originalType == right.originalType
    }

    /// Sources disagree on whether the context of an app's call is an object or the text of one.
    private static func customData(_ value: JSONValue?) -> JSONValue? {
        guard let value, !value.isNull else { return nil }
        guard let text = value.string else { return value }
        return (try? JSONValue.parse(text)) ?? value
    }
}

/// One header of a SIP call.
package struct SIPHeader: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
