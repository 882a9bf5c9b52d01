import Telephony

/// What only the one who changes the directory asks: which entries hang together.
struct DirectoryLinks {
    var applications: Set<ApplicationID> = []
    var usersByApplication: [ApplicationID: Set<UserID>] = [:]
    var numbersByArea: [ApplicationArea: OldestNumbers] = [:]
    var deviceOwners: [DeviceID: UserID] = [:]
    var tokenOwners: [OwnedToken: DeviceID] = [:]

    mutating func forgetUser(_ entry: UserEntry) {
        usersByApplication[entry.application]?.remove(entry.id)
        if usersByApplication[entry.application]?.isEmpty ?? false { usersByApplication[entry.application] = nil }
    }
}

/// The numbers of an application in one area (`E164.area`), or all of them.
struct ApplicationArea: ShardKey {
    var application: ApplicationID
    var area: String?

    var mark: UInt64 { application.mark ^ UInt64(truncatingIfNeeded: area.hashValue) }
}
