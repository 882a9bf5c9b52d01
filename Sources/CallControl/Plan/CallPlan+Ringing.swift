import Directory
import JSON
import Telephony

extension CallPlan {
    /// Adds the invites of everybody whose app the flow rings, each once.
    ///
    /// - Parameters:
    ///   - user: the user of the call.
    ///   - entry: that of `application`.
    mutating func ring(
        _ template: FlowTemplate, _ user: UserEntry?, of application: ApplicationID, _ entry: ApplicationEntry?,
        in directory: some CallDirectory
    ) {
        if template.facts.ringsUserOnly {
            if let user { invite(user, entry, in: directory) }
            return
        }
        for rung in template.facts.rings {
            switch rung {
            case .user:
                if let user { invite(user, entry, in: directory) }
            case .named(let name): invite(named: name, of: application, entry, in: directory)
            case .filled:
                for name in Self.appUsers(in: ncco) { invite(named: name, of: application, entry, in: directory) }
            }
        }
    }

    private mutating func invite(
        named text: String, of application: ApplicationID, _ entry: ApplicationEntry?, in directory: some CallDirectory
    ) {
        guard let user = UserName(text).flatMap({ directory.user(named: $0, in: application) }) else { return }
        invite(user, entry, in: directory)
    }

    private mutating func invite(_ user: UserEntry, _ entry: ApplicationEntry?, in directory: some CallDirectory) {
        if callee == nil { callee = user }
        // Where the platform pushes by itself, a second push would ring the phone twice.
        guard entry?.pushBy != .platform else { return }
        let isInvited = effects.contains { effect in
            switch effect {
            case .invite(let invited, _): invited.id == user.id
            }
        }
        guard !isInvited else { return }
        let devices = directory.devices(of: user.id)
        if !devices.isEmpty { effects.append(.invite(user: user, devices: devices)) }
    }

    /// Whose app an NCCO rings, by name.
    private static func appUsers(in ncco: [UInt8]) -> [String] {
        let actions = (try? JSONValue.parse(ncco, limits: .request))?.array ?? []
        return actions.flatMap { $0["endpoint"]?.array ?? [] }.compactMap { endpoint in
            endpoint["type"]?.string == "app" ? endpoint["user"]?.string : nil
        }
    }
}
