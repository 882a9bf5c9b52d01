import Registry

/// A push credential as the store has it, next to `Push.PushCredential`, which is opened and ready to be shown to Apple.
typealias StoredPushCredential = PushCredential
