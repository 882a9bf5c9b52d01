import Telephony

/// A telephone number that is ours or for sale, and where calls to it lead.
package struct Number: Equatable, Sendable {
    /// The kinds of numbers that the vendor's interface names.
    package enum Kind: String, Equatable, Sendable, CaseIterable {
        case landline
        case mobile = "mobile-lvn"
        case tollFree = "landline-toll-free"
    }

    package var number: E164
    /// ISO 3166-1 alpha-2.
    package var country: String
    package var kind: Kind
    package var features: NumberFeatures
    package var isOwned: Bool
    /// A month, in the account's currency, as text.
    package var cost: String?
    package var initialPrice: String?
    package var application: ApplicationID?
    /// The user whom calls ring.
    package var user: UserID?
    /// What callers hear first, instead of the flow's own words.
    package var greeting: String?
    /// The flow its callers get, by name; nil: its application's.
    package var flow: String?
    /// When it was linked to its application; `NumberStore` keeps it.
    package internal(set) var linkedAt: Timestamp?
    package var callbacks = Callbacks()
    package internal(set) var createdAt = Timestamp(milliseconds: 0)
    package internal(set) var updatedAt = Timestamp(milliseconds: 0)

    /// The fields of the vendor's interface that we keep and hand back.
    package struct Callbacks: Equatable, Sendable {
        package var moHTTPURL: String?
        package var moSMPPSystemType: String?
        package var voiceType: String?
        package var voiceValue: String?
        package var voiceStatus: String?
        package var messagesType: String?
        package var messagesValue: String?

        package init() {}
    }

    package init(
        number: E164, country: String, kind: Kind = .mobile, features: NumberFeatures = [.voice, .sms],
        isOwned: Bool = true, cost: String? = nil, initialPrice: String? = nil, application: ApplicationID? = nil,
        user: UserID? = nil, greeting: String? = nil, flow: String? = nil
    ) {
        self.number = number
        self.country = country
        self.kind = kind
        self.features = features
        self.isOwned = isOwned
        self.cost = cost
        self.initialPrice = initialPrice
        self.application = application
        self.user = user
        self.greeting = greeting
        self.flow = flow
    }
}
