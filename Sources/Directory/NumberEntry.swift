import Telephony

/// What a call needs to know of a number of ours.
package struct NumberEntry: Equatable, Sendable {
    package var number: E164
    /// ISO 3166 code of two letters.
    package var country: String
    package var application: ApplicationID?
    /// Who is rung when it is called.
    package var user: UserID?
    /// What the caller hears instead of the flow's own words; may hold placeholders.
    package var greeting: String?
    /// The flow its callers get, by name; nil: its application's.
    package var flow: String?
    /// Since when it belongs to the application.
    package var linkedAt: Timestamp?

    package init(
        number: E164, country: String, application: ApplicationID? = nil, user: UserID? = nil, greeting: String? = nil,
        flow: String? = nil, linkedAt: Timestamp? = nil
    ) {
        self.number = number
        self.country = country
        self.application = application
        self.user = user
        self.greeting = greeting
        self.flow = flow
        self.linkedAt = linkedAt
    }
}
