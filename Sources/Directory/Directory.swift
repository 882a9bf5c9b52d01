import Synchronization
import Telephony

/// Who can be called and how they are woken, in memory: what the registry has committed, as far as a call asks for it.
///
/// Any thread reads; changes are made one after the other. A change costs the same however much there is, and a reader
/// waits for one entry being put in its place at most. Between the tables a reader may meet a change half made, so what
/// one table says of another is checked against it.
package final class Directory: Sendable {
    private let applications = ShardedTable<ApplicationID, ApplicationEntry>(shards: 16)
    let users = ShardedTable<UserID, UserEntry>()
    let names = ShardedTable<NameInApplication, UserID>()
    let numbers = ShardedTable<E164, NumberEntry>()
    private let devicesByUser = ShardedTable<UserID, [DeviceEntry]>()
    private let oldestNumbers = ShardedTable<ApplicationArea, E164>(shards: 16)
    private let onlyApplicationID = Mutex<ApplicationID?>(nil)
    let links = Mutex(DirectoryLinks())
    /// Stays true once it is: a look too many costs little.
    private let hasSeenApplicationFlow = Atomic(false)
    private let flowFollower = Mutex<(any FlowFollower)?>(nil)

    package init() {}

    /// Follows one committed change.
    package func apply(_ change: DirectoryChange) {
        links.withLock { apply(change, links: &$0) }
    }

    /// Follows committed changes in their order.
    package func apply(_ changes: some Sequence<DirectoryChange>) {
        links.withLock { links in
            for change in changes { apply(change, links: &links) }
        }
    }

    /// Tells `follower` of every change of a flow from now on, before it counts as made.
    package func follow(flows follower: any FlowFollower) { flowFollower.withLock { $0 = follower } }

    /// How many entries there are, for reports.
    package var counts: (applications: Int, users: Int, numbers: Int, devices: Int) {
        (applications.count, users.count, numbers.count, links.withLock { $0.deviceOwners.count })
    }

    /// The application's numbers, linked longest first. It walks over all of them: for lists, not for calls.
    package func numbers(of application: ApplicationID) -> [NumberEntry] {
        let all = links.withLock { $0.numbersByArea[ApplicationArea(application: application, area: nil)]?.all ?? [] }
        return all.compactMap { numbers[$0] }
    }
}

extension Directory: CallDirectory {
    package func number(_ number: E164) -> NumberEntry? { numbers[number] }

    package func application(_ id: ApplicationID) -> ApplicationEntry? { applications[id] }

    package var hasApplicationFlows: Bool { hasSeenApplicationFlow.load(ordering: .acquiring) }

    package var onlyApplication: ApplicationID? { onlyApplicationID.withLock { $0 } }

    package func user(_ id: UserID) -> UserEntry? { users[id] }

    package func user(named name: UserName, in application: ApplicationID) -> UserEntry? {
        guard let id = names[NameInApplication(application: application, name: name)], let user = users[id],
            user.application == application, user.name == name
        else { return nil }
        return user
    }

    package func devices(of user: UserID) -> [DeviceEntry] { devicesByUser[user] ?? [] }

    package func oldestNumber(of application: ApplicationID, in area: String?) -> NumberEntry? {
        guard let number = oldestNumbers[ApplicationArea(application: application, area: area)],
            let entry = numbers[number], entry.application == application
        else { return nil }
        return entry
    }
}

extension Directory {
    private func apply(_ change: DirectoryChange, links: inout DirectoryLinks) {
        switch change {
        case .application(let entry):
            applications.set(entry, for: entry.id)
            if entry.flow != nil { hasSeenApplicationFlow.store(true, ordering: .releasing) }
            if links.applications.insert(entry.id).inserted { noteOnlyApplication(links) }
        case .applicationRemoved(let id): removeApplication(id, links: &links)
        case .user(let entry): put(entry, links: &links)
        case .userRemoved(let id): removeUser(id, links: &links)
        case .number(let entry): put(entry, links: &links)
        case .numberRemoved(let number): removeNumber(number, links: &links)
        case .device(let entry): put(entry, links: &links)
        case .deviceRemoved(let id): removeDevice(id, links: &links)
        case .flow(let entry): flowFollower.withLock { $0 }?.flowChanged(entry)
        case .flowRemoved(let name): flowFollower.withLock { $0 }?.flowRemoved(name)
        }
    }

    private func noteOnlyApplication(_ links: DirectoryLinks) {
        let only = links.applications.count == 1 ? links.applications.first : nil
        onlyApplicationID.withLock { $0 = only }
    }

    private func removeApplication(_ id: ApplicationID, links: inout DirectoryLinks) {
        applications.set(nil, for: id)
        if links.applications.remove(id) != nil { noteOnlyApplication(links) }
        for user in links.usersByApplication[id] ?? [] { removeUser(user, links: &links) }
        for number in links.numbersByArea[ApplicationArea(application: id, area: nil)]?.all ?? [] {
            guard var entry = numbers[number] else { continue }
            entry.application = nil
            entry.user = nil
            entry.linkedAt = nil
            put(entry, links: &links)
        }
    }

    private func put(_ entry: UserEntry, links: inout DirectoryLinks) {
        let key = NameInApplication(application: entry.application, name: entry.name)
        let earlier = users.set(entry, for: entry.id)
        names.set(entry.id, for: key)
        links.usersByApplication[entry.application, default: []].insert(entry.id)
        guard let earlier, earlier.application != entry.application || earlier.name != entry.name else { return }
        if earlier.application != entry.application { links.forgetUser(earlier) }
        forgetName(of: earlier)
    }

    private func removeUser(_ id: UserID, links: inout DirectoryLinks) {
        for device in devicesByUser[id] ?? [] { removeDevice(device.id, links: &links) }
        guard let entry = users.set(nil, for: id) else { return }
        forgetName(of: entry)
        links.forgetUser(entry)
    }

    private func forgetName(of entry: UserEntry) {
        let key = NameInApplication(application: entry.application, name: entry.name)
        if names[key] == entry.id { names.set(nil, for: key) }
    }

    private func put(_ entry: NumberEntry, links: inout DirectoryLinks) {
        let earlier = numbers.set(entry, for: entry.number)
        if let earlier, earlier.application != entry.application { unlink(earlier, links: &links) }
        guard let application = entry.application else { return }
        for key in entry.number.areas(of: application) {
            // A number whose time of linking is unknown comes last.
            links.numbersByArea[key, default: OldestNumbers()]
                .insert(entry.number, linkedAt: entry.linkedAt?.milliseconds ?? .max)
            oldestNumbers.set(links.numbersByArea[key]?.first, for: key)
        }
    }

    private func removeNumber(_ number: E164, links: inout DirectoryLinks) {
        guard let earlier = numbers.set(nil, for: number) else { return }
        unlink(earlier, links: &links)
    }

    private func unlink(_ entry: NumberEntry, links: inout DirectoryLinks) {
        guard let application = entry.application else { return }
        for key in entry.number.areas(of: application) {
            links.numbersByArea[key]?.remove(entry.number)
            if links.numbersByArea[key]?.isEmpty ?? true { links.numbersByArea[key] = nil }
            oldestNumbers.set(links.numbersByArea[key]?.first, for: key)
        }
    }

    private func put(_ entry: DeviceEntry, links: inout DirectoryLinks) {
        // Taken away before it is given, so that one call never rings it for two users.
        for token in entry.tokens {
            guard let owner = links.tokenOwners[token], owner != entry.id else { continue }
            take(token, from: owner, links: &links)
        }
        if let earlier = links.deviceOwners[entry.id] {
            if earlier != entry.user {
                detach(entry.id, from: earlier, links: &links)
            } else {
                forgetTokens(of: entry.id, ownedBy: earlier, links: &links)
            }
        }
        links.deviceOwners[entry.id] = entry.user
        for token in entry.tokens { links.tokenOwners[token] = entry.id }
        var devices = (devicesByUser[entry.user] ?? []).filter { $0.id != entry.id }
        devices.append(entry)
        devices.sort { ($0.registeredAt, $0.id.text) < ($1.registeredAt, $1.id.text) }
        devicesByUser.set(devices, for: entry.user)
    }

    private func removeDevice(_ id: DeviceID, links: inout DirectoryLinks) {
        guard let owner = links.deviceOwners.removeValue(forKey: id) else { return }
        detach(id, from: owner, links: &links)
    }

    /// Takes the device and its tokens out of a user's list.
    private func detach(_ id: DeviceID, from user: UserID, links: inout DirectoryLinks) {
        forgetTokens(of: id, ownedBy: user, links: &links)
        let rest = (devicesByUser[user] ?? []).filter { $0.id != id }
        devicesByUser.set(rest.isEmpty ? nil : rest, for: user)
    }

    private func forgetTokens(of id: DeviceID, ownedBy user: UserID, links: inout DirectoryLinks) {
        guard let device = devicesByUser[user]?.first(where: { $0.id == id }) else { return }
        for token in device.tokens where links.tokenOwners[token] == id { links.tokenOwners[token] = nil }
    }

    /// Takes a token from a device; a device without any is none.
    private func take(_ token: OwnedToken, from id: DeviceID, links: inout DirectoryLinks) {
        links.tokenOwners[token] = nil
        guard let user = links.deviceOwners[id], var devices = devicesByUser[user],
            let index = devices.firstIndex(where: { $0.id == id })
        else { return }
        devices[index] = devices[index].without(token)
        if devices[index].tokens.isEmpty {
            devices.remove(at: index)
            links.deviceOwners[id] = nil
        }
        devicesByUser.set(devices.isEmpty ? nil : devices, for: user)
    }
}

/// A user's name as far as it is unique.
struct NameInApplication: ShardKey {
    var application: ApplicationID
    var name: UserName

    var mark: UInt64 { UInt64(truncatingIfNeeded: name.hashValue) }
}

extension E164 {
    /// The lists of an application in which the number stands.
    fileprivate func areas(of application: ApplicationID) -> [ApplicationArea] {
        let all = ApplicationArea(application: application, area: nil)
        return if let area { [all, ApplicationArea(application: application, area: area)] } else { [all] }
    }
}
