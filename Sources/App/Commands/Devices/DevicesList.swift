import HTTP
import JSON

/// Shows the phones that are registered for push.
enum DevicesList {
    private static let user = Option("user", value: "USER", "Only those of this user")

    static let command = Command(
        "devices list", "List the phones registered for push", options: [.app, user], run: run)

    private static func run(_ invocation: Invocation) throws(Failure) -> ExitCode {
        let server = try invocation.server()
        let application = try Applications.chosen(server)
        let answer = try server.call(
            .get, "/admin/v1/applications/\(ServerConnection.segment(application))/devices",
            query: [("user", invocation.arguments[user])], about: "devices of application \(application)")
        let devices = answer["devices"]?.array ?? []
        let output = invocation.output
        if output.isJSON {
            output.json(["devices": .array(devices)])
            return .success
        }
        let rows = devices.map { device in
            [
                device["id"]?.string ?? "", device["user"]?.string ?? "", device["platform"]?.string ?? "",
                device["kinds"]?.array?.compactMap(\.string).joined(separator: "+") ?? "",
                device["bundle_id"]?.string ?? "", device["sandbox"]?.bool == true ? "sandbox" : "production",
                device["registered_at"]?.string ?? "",
            ]
        }
        output.table(
            Table("ID", "User", "Platform", "Tokens", "Bundle", "Gateway", "Registered", rows: rows),
            orElse: "No devices")
        return .success
    }
}
