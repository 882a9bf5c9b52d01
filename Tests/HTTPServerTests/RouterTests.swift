import HTTP
import Testing

@testable import HTTPServer

@Suite struct RouterTests {
    private let router: Router

    init() {
        var router = Router()
        func add(_ method: Method, _ pattern: String) {
            router.on(method, pattern, .sync { _, _ in .reply(.text("\(method) \(pattern)")) })
        }
        add(.get, "/")
        add(.get, "/webhooks/answer")
        add(.post, "/webhooks/answer")
        add(.get, "/users")
        add(.get, "/users/{id}")
        add(.delete, "/users/{user}")
        add(.get, "/users/me")
        add(.get, "/users/{id}/calls/{call}")
        add(.post, "/apps/{id}/webhooks/event")
        add(.post, "/apps/fixed/{kind}/event")
        add(.get, "/apps/{id}/{rest}/{more}")
        self.router = router
    }

    /// Which route a request finds, with what it captures: a short text.
    private func found(_ method: Method, _ target: String) -> String {
        switch router.match(Request(method: method, target: target)) {
        case .notFound: return "404"
        case .wrongMethod(let allow): return "405 \(allow)"
        case .options(let allow): return "options \(allow)"
        case .found(let handler, let parameters):
            guard case .sync(let body) = handler else { return "async" }
            // The handlers above do not look at the exchange; what it would need is not at hand here.
            _ = body
            return ["id", "user", "call", "kind", "rest", "more"].compactMap { name in
                parameters.value(of: name).map { "\(name)=\($0)" }
            }.joined(separator: " ")
        }
    }

    @Test(
        arguments: [
            (.get, "/", ""), (.get, "/webhooks/answer?to=1", ""), (.get, "http://h/webhooks/answer", ""),
            (.head, "/webhooks/answer", ""), (.get, "/users/7", "id=7"), (.head, "/users/7", "id=7"),
            (.delete, "/users/7", "user=7"), (.get, "/users/me", ""), (.get, "/users/7/calls/8", "id=7 call=8"),
            (.get, "/users/a%2Fb", "id=a/b"), (.get, "/users/a%252Fb", "id=a%2Fb"), (.get, "/users/%zz", "id=%zz"),
            (.get, "/users/..", "id=.."), (.get, "/users/%2e%2e", "id=.."), (.get, "/users/a+b", "id=a+b"),
            (.get, "/users/%C3%A9", "id=é"), (.post, "/apps/1/webhooks/event", "id=1"),
            (.post, "/apps/fixed/x/event", "kind=x"), (.get, "/apps/fixed/x/y", "id=fixed rest=x more=y"),
            (.post, "/apps/fixed/webhooks/event", "kind=webhooks"),
        ] as [(Method, String, String)])
    func findsTheHandler(method: Method, target: String, captured: String) {
        #expect(found(method, target) == captured)
    }

    @Test(arguments: [
        "/nothing", "/users/", "/users/7/", "//users", "/users//calls/8", "/USERS", "/webhooks%2Fanswer",
        "/users/../users", "/users/7/calls", "/%75sers", "/webhooks/answer/",
    ])
    func findsNothing(target: String) {
        #expect(found(.get, target) == "404")
    }

    @Test(
        arguments: [
            (.put, "/users/7", "405 GET, HEAD, DELETE, OPTIONS"), (.trace, "/users", "405 GET, HEAD, OPTIONS"),
            (.post, "/users/me", "405 GET, HEAD, OPTIONS"), (.other("get"), "/users", "405 GET, HEAD, OPTIONS"),
            (.head, "/apps/1/webhooks/event", "405 POST, OPTIONS"),
            (.options, "/webhooks/answer", "options GET, HEAD, POST, OPTIONS"),
            (.options, "*", "options \(Router.allMethods)"),
        ] as [(Method, String, String)])
    func tellsWhichMethodsThereAre(method: Method, target: String, told: String) {
        #expect(found(method, target) == told)
    }

    @Test func findsEachOfManyPaths() {
        var router = Router()
        for number in 0..<500 {
            router.on(.get, "/path/\(number)", .async { _, _ in .text("\(number)") })
        }

        for number in 0..<500 {
            guard case .found = router.match(Request(target: "/path/\(number)")) else {
                Issue.record("/path/\(number) is not found")
                continue
            }
        }
        guard case .notFound = router.match(Request(target: "/path/500")) else {
            Issue.record("/path/500 is found")
            return
        }
    }
}
