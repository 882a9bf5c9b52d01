import HTTP
import HTTPServer
import JSON
import Registry
import Telephony

/// `GET /admin/v1/push-log`: every try to wake a phone, with the push service's own words.
struct PushLogRoute: Sendable {
    let context: APIContext

    func add(to router: inout Router) {
        router.on(
            .get, AdminRoutes.path + "/push-log", .async { request, exchange in await list(request, exchange) })
    }

    private func list(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            var reader = ParameterReader(request.query)
            let limit = reader.integer("limit", in: 1...1000, otherwise: 100)
            let application = reader.application("application_id")
            let call = reader.text("call").map { CallUUID($0) }
            if case .some(nil) = call { reader.reject("call", "is longer than 128 bytes") }
            try reader.check()
            let (tries, kinds) = try await context.read { tx in
                let store = PushStore(tx)
                let tries =
                    if let call = call ?? nil {
                        try store.log(of: call)
                    } else {
                        try store.latest(application: application, limit: limit)
                    }
                var kinds: [DeviceID: Device.TokenKind] = [:]
                for device in Set(tries.map(\.device)) {
                    kinds[device] = try DeviceStore(tx).find(device)?.pushedKind
                }
                return (tries, kinds)
            }
            let directory = context.registry.directory
            let shown = tries.map { attempt in
                attempt.json(
                    kind: kinds[attempt.device], userName: attempt.user.flatMap { directory.user($0)?.name })
            }
            return .json(["attempts": .array(shown)])
        }
    }
}

extension Device {
    /// The kind of token by which the device is woken for a call.
    fileprivate var pushedKind: TokenKind? {
        [.voip, .fcm, .alert].first { kind in tokens.contains { $0.kind == kind } }
    }
}

extension PushResult {
    fileprivate func json(kind: Device.TokenKind?, userName: UserName?) -> JSONValue {
        var object = JSONObject()
        object["at"] = .string(finishedAt.rfc3339())
        object["call"] = .string(call.uuid?.description ?? call.text)
        object["device_id"] = .string(device.text)
        object["user"] = userName.map { .string($0.text) } ?? .null
        object["kind"] = kind.map { .string($0.rawValue) } ?? .null
        object["attempt"] = .number(JSONNumber(attempt))
        object["status"] = status.map { .number(JSONNumber($0)) } ?? .null
        object["reason"] = reason.map { .string($0) } ?? .null
        object["apns_id"] = apnsID.map { .string($0) } ?? .null
        object["milliseconds"] = milliseconds.map { .number(JSONNumber($0)) } ?? .null
        object["decision"] = .string(decision)
        return .object(object)
    }
}
