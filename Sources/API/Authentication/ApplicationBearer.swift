import Directory
import JWT

/// Who a request with an application token speaks for.
package struct ApplicationBearer: Sendable {
    package let claims: ApplicationClaims
    package let application: ApplicationEntry
    /// The user the token lets its bearer act as; nil for the application itself.
    package let user: UserEntry?
}
