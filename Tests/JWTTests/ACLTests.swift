import JSON
import JWT
import TestSupport
import Testing

struct ACLTests {
    @Test func matchesAsTheFixtureSays() throws {
        let cases = try Fixtures.cases("Fixtures/jwt/acl.json")
        #expect(cases.count >= 20)

        for item in cases {
            guard let json = item["acl"], !json.isNull else { continue }
            let method = try #require(item["method"]?.string)
            let path = try #require(item["path"]?.string)
            let allowed = try ACL(json).allows(method: method, path: path)
            #expect(item["allowed"] == .bool(allowed), "\(item["name"]?.string ?? "")")
        }
    }

    @Test func readsWhatTheSchemaAllows() throws {
        let cases = try Fixtures.cases("Fixtures/jwt/acl-schema.json")
        #expect(cases.count >= 10)

        for item in cases {
            let json = try #require(item["acl"])
            let read = try? ACL(json)
            #expect(item["valid"] == .bool(read != nil), "\(json)")
            if let read { #expect(read.json == json) }
        }
    }

    @Test(arguments: [
        // JWT-007: no way round a single star.
        ("/v1/users/*", "/v1/users/USR-1/devices", false),
        ("/v1/users/*", "/v1/users/..%2f..%2fv2%2fapplications", false),
        ("/v1/users/*", "/v1/users/..%5C..%5cv2", false),
        ("/v1/users/*", "/v1/users/%2e%2e/calls", false),
        ("/v1/users/*", "/v1/calls/../users/1", true),
        ("/v1/users/*", "/v1/users/./1", true),
        ("/v1/users/*", "/../../v1/users/1", true),
        ("/v1/users/*", "/v1/users/", false),
        ("/v1/users/*", "/v1/users/..", false),
        ("/**", "/v1/users/..%2fx", false),
        ("/v1/users", "/v1/us%65rs", true),
        ("/v1/users", "/v1/users?x=/../..", true),
        ("/v1/users", "/v1/users#x", true),
        ("/v1/users", "v1/users", false),
        ("/v1/users", "", false),
        ("/v1/users", "*", false),
        ("/**/devices/**", "/v1/users/1/devices", true),
        ("/**/devices/**", "/devices/1/2/3", true),
        ("/**/devices/**", "/v1/users/1", false),
        ("/*/users/USR-*/devices", "/v1/users/USR-1/devices", true),
        ("/*/users/USR-*/devices", "/v1/users/usr-1/devices", false),
        ("/a*b*c", "/aXbYbZc", true),
        ("/a*b*c", "/aXbYbZ", false),
        ("/a*", "/a", true),
        ("/%zz", "/%zz", true),
        ("/é", "/e\u{301}", false),
    ])
    func aPatternMatches(pattern: String, path: String, allowed: Bool) throws {
        let acl = try ACL(["paths": [pattern: [:]]])

        #expect(acl.allows(method: "GET", path: path) == allowed)
    }

    /// Many stars must not take the time of all their combinations.
    @Test(.bounded)
    func manyStarsAreCheap() throws {
        let deep = String(repeating: "/**/a", count: 500)
        let wide = "/" + String(repeating: "*a", count: 1000) + "b"
        let acl = try ACL(["paths": [deep: [:], wide: [:]]])

        #expect(!acl.allows(method: "GET", path: String(repeating: "/a", count: 499) + "/b"))
        #expect(!acl.allows(method: "GET", path: "/" + String(repeating: "a", count: 2000)))
    }

    @Test func headCountsAsGet() throws {
        let acl = try ACL(["paths": ["/v1/users": ["methods": ["GET"]]]])

        #expect(acl.allows(method: "HEAD", path: "/v1/users"))
        #expect(!acl.allows(method: "POST", path: "/v1/users"))
    }

    @Test(arguments: [
        (#"{"paths":{"/*/users/**":{}}}"#, nil as ACLError?),
        (#""{}""#, .notAnObject("a string")),
        (#"{"/*/users/**":{}}"#, .noPaths),
        (#"{"paths":[]}"#, .pathsNotAnObject("an array")),
        (#"{"paths":{"/a":{"methods":["get"]}}}"#, .unknownMethod("/a", "get")),
        (#"{"paths":{"/a":{"methods":"GET"}}}"#, .methodsNotAList("/a")),
        (#"{"paths":{"/a":{"filters":[]}}}"#, .filtersNotAnObject("/a")),
        (#"{"paths":{"/a":{},"/a":{}}}"#, .notJSON("line 1, column 19: the key \"/a\" stands twice in one object")),
    ])
    func readsTextAndNamesItsFault(text: String, error: ACLError?) {
        var found: ACLError?
        do throws(ACLError) { _ = try ACL(text: text) } catch { found = error }

        #expect(found == error)
    }

    @Test func thePresetsAreWellFormed() throws {
        for (name, acl) in ACL.presets {
            #expect(try ACL(acl.json) == acl, "\(name)")
        }
        #expect(ACL.client.entries.count == 10)
        #expect(!ACL.current.allows(method: "PUT", path: "/v1/applications/1/push_tokens/ios"))
    }
}
