import Directory
import Telephony

/// Which application an answer or event webhook belongs to: the one the path names, else the one its verified token
/// names, else the owner of the number that was dialled, else the one whose call or conversation it is, else the only one
/// there is.
///
/// Nil if it is nobody's, or if the path names an application there is not.
///
/// - Parameter known: the application of the call or conversation, if there is a record of it.
package func application(
    dialling dialled: DialledNumber, path: ApplicationID?, token: ApplicationID?, known: ApplicationID? = nil,
    in directory: some CallDirectory
) -> ApplicationID? {
    if let path { return directory.application(path)?.id }
    // The claim of a token is a hint only: accounts share secrets, and an application may have another id here.
    if let token, let application = directory.application(token) { return application.id }
    return dialled.entry?.application ?? known ?? directory.onlyApplication
}

/// Which application an RTC event belongs to. It names one itself, which counts like a known call.
package func application(
    for event: RTCEvent, path: ApplicationID?, token: ApplicationID?, known: ApplicationID?,
    in directory: some CallDirectory
) -> ApplicationID? {
    let named = event.application.flatMap { directory.application($0)?.id }
    return application(
        dialling: DialledNumber(nil, in: directory), path: path, token: token, known: known ?? named, in: directory)
}

/// Whether a webhook signed with the secret of `application` names what belongs to another one: its path, its number or
/// its call. An application's secret speaks for that application alone.
///
/// - Parameters:
///   - dialled: what was dialled.
///   - known: the application of the call or conversation, if there is a record of it.
package func isForeign(
    to application: ApplicationID, path: ApplicationID?, dialling dialled: DialledNumber, known: ApplicationID?
) -> Bool {
    [path, known, dialled.entry?.application].contains { $0 != nil && $0 != application }
}
