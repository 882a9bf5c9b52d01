import HTTP2
import Telephony

/// One push as Apple's gateway wants to see it.
struct APNsRequest: Equatable {
    let token: DeviceToken
    let topic: String
    let kind: PushKind
    let id: PushID
    /// Until when the gateway goes on trying, in seconds since 1970; 0: it tries once.
    let expiration: Int64
    /// The notification this one replaces; at most 64 bytes.
    let collapseID: String?
    let body: [UInt8]

    /// The push for an invite over the route chosen for it.
    ///
    /// - Parameter patience: for how long Apple may keep trying to deliver a VoIP push; never past the ring.
    init(
        _ invite: Invite, to token: DeviceToken, as kind: PushKind, of bundle: BundleID, at now: Timestamp,
        patience: Duration = .zero
    ) {
        self.token = token
        self.kind = kind
        topic = bundle.topic(for: kind)
        id = invite.id
        if kind == .voip {
            expiration = patience > .zero ? min(now.advanced(by: patience), invite.ringUntil).seconds : 0
            collapseID = nil
        } else {
            expiration = invite.ringUntil.seconds
            collapseID = invite.callKitID.description
        }
        body = PushPayload.body(of: invite, as: kind)
    }

    /// - Parameter authorization: the provider token, unless a certificate speaks for us.
    func message(to endpoint: Endpoint, authorization: String?) -> Message {
        var fields = [
            HeaderField(":method", "POST"),
            HeaderField(":scheme", "https"),
            HeaderField(":authority", endpoint.authority),
            HeaderField(":path", "/3/device/" + token.hex, isIndexed: false),
        ]
        if let authorization {
            fields.append(HeaderField("authorization", "bearer " + authorization, isIndexed: false))
        }
        fields += [
            HeaderField("apns-id", id.description, isIndexed: false),
            HeaderField("apns-topic", topic),
            HeaderField("apns-push-type", kind.rawValue),
            HeaderField("apns-priority", "10"),
            HeaderField("apns-expiration", String(expiration), isIndexed: expiration == 0),
        ]
        if let collapseID { fields.append(HeaderField("apns-collapse-id", collapseID, isIndexed: false)) }
        return Message(fields: fields, body: body)
    }
}
