import JSON
import Registry
import Telephony

extension Number {
    /// The number as the vendor's list of owned numbers shows it, and whom it rings, which only we know.
    ///
    /// - Parameter userName: the name of the user it is linked to.
    func ownedJSON(userName: UserName?) -> JSONValue {
        var object = JSONObject()
        object["country"] = .string(country)
        object["msisdn"] = .string(number.digits)
        object["moHttpUrl"] = .string(callbacks.moHTTPURL ?? "")
        object["type"] = .string(kind.rawValue)
        object["features"] = featureList
        // Without a callback of its own a linked number leads to its application.
        let voiceType = callbacks.voiceType ?? (application == nil ? nil : "app")
        let voiceValue = callbacks.voiceType == nil ? application?.description : callbacks.voiceValue
        let rest: [(String, String?)] = [
            ("moSmppSysType", callbacks.moSMPPSystemType), ("voiceCallbackType", voiceType),
            ("voiceCallbackValue", voiceValue), ("voiceStatusCallback", callbacks.voiceStatus),
            ("messagesCallbackType", callbacks.messagesType), ("messagesCallbackValue", callbacks.messagesValue),
            ("app_id", application?.description), ("user", userName?.text), ("greeting", greeting),
            ("flow", flow),
        ]
        for (name, value) in rest { object[name] = value.map { .string($0) } }
        return .object(object)
    }

    /// The number as the vendor's search shows it.
    var offerJSON: JSONValue {
        [
            "country": .string(country), "msisdn": .string(number.digits), "cost": .string(cost ?? "0.00"),
            "initialPrice": .string(initialPrice ?? "0.00"), "type": .string(kind.rawValue),
            "features": featureList,
        ]
    }

    private var featureList: JSONValue { .array(features.names.map { .string($0) }) }
}
