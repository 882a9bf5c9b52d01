import Directory
import Telephony

extension Directory {
    /// The user of an application by id (`USR-…`) or by name.
    func user(called text: String, in application: ApplicationID) -> UserEntry? {
        if let id = UserID(text), let user = user(id), user.application == application { return user }
        return UserName(text).flatMap { user(named: $0, in: application) }
    }
}
