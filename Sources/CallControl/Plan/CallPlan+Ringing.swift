import Directory
import JSON
import Telephony

extension CallPlan {
    /// The invites of one user's phones.
    static func invites(of user: UserEntry, in directory: some CallDirectory) -> [Effect] {
        let devices = directory.devices(of: user.id)
        // Where the platform pushes by itself, a second push would ring the phone twice.
        guard !devices.isEmpty, directory.application(user.application)?.pushBy != .platform else { return [] }
        return [.invite(user: user, devices: devices)]
    }

    /// Adds the invites of everybody whose app the flow rings, each once.
    ///
    /// - Parameter user: the user of the call.
    mutating func ring(
        _ template: FlowTemplate, _ user: UserEntry?, of application: ApplicationID, in directory: some CallDirectory
    ) {
        for rung in template.facts.rings {
            switch rung {
            case .user:
                if let user { invite(user, in: directory) }
            case .named(let name): invite(named: name, of: application, in: directory)
            case .filled:
                for name in Self.appUsers(in: ncco) { invite(named: name, of: application, in: directory) }
            }
        }
    }

    private mutating func invite(
        named text: String, of application: ApplicationID, in directory: some CallDirectory
    ) {
        guard let user = UserName(text).flatMap({ directory.user(named: $0, in: application) }) else { return }
        invite(user, in: directory)
    }

    private mutating func invite(_ user: UserEntry, in directory: some CallDirectory) {
        if callee == nil { callee = user }
        let isInvited = effects.contains { effect in
            switch effect {
            case .invite(let invited, _): invited.id == user.id
            }
        }
        if !isInvited { effects += Self.invites(of: user, in: directory) }
    }

    /// Whose app an NCCO rings, by name.
    private static func appUsers(in ncco: [UInt8]) -> [String] {
        let actions = (try? JSONValue.parse(ncco, limits: .request))?.array ?? []
        return actions.flatMap { $0["endpoint"]?.array ?? [] }.compactMap { endpoint in
            endpoint["type"]?.string == "app" ? endpoint["user"]?.string : nil
        }
    }
}
