/// Lets an NCCO be written as a list:
///
/// ```swift
/// NCCODocument {
///     Talk(text: "Please hold.").with { $0.language = "en-GB" }
///     Connect(to: .app(user: "alice"))
/// }
/// ```
@resultBuilder
package enum NCCOBuilder {
    package static func buildExpression(_ action: some ActionOptions) -> [Action] { [action.action] }
    package static func buildExpression(_ action: Action) -> [Action] { [action] }
    package static func buildBlock(_ parts: [Action]...) -> [Action] { parts.flatMap { $0 } }
    package static func buildOptional(_ part: [Action]?) -> [Action] { part ?? [] }
    package static func buildEither(first part: [Action]) -> [Action] { part }
    package static func buildEither(second part: [Action]) -> [Action] { part }
    package static func buildArray(_ parts: [[Action]]) -> [Action] { parts.flatMap { $0 } }
}

extension NCCODocument {
    package init(@NCCOBuilder _ actions: () -> [Action]) {
        self.init(actions())
    }
}
