/// What a push is to its receiver.
package enum PushKind: String, Hashable, Sendable {
    /// Wakes the app, which reports a call.
    case voip
    /// Shows a notification.
    case alert
    /// Wakes an Android app.
    case fcm

    /// The most bytes Apple takes as the body.
    var maximumBytes: Int { self == .voip ? 5120 : 4096 }
}
