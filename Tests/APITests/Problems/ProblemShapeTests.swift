import HTTP
import JSON
import Testing

@testable import API

@Suite struct ProblemShapeTests {
    private func body(_ problem: Problem, _ shape: ProblemShape) throws -> JSONValue {
        try JSONValue.parse(problem.response(as: shape, requestID: 255).body)
    }

    @Test func oursIsAProblemDocument() throws {
        let problem = Problem.noSigningKey.with(detail: "None.", advice: "hookline apps keys import")
        let response = problem.response(requestID: 255)

        #expect(response.status == .conflict)
        #expect(response.contentType == "application/problem+json")
        #expect(
            try JSONValue.parse(response.body) == [
                "type": "urn:hookline:problem:no_signing_key", "title": "The application's private key is not here",
                "status": 409, "code": "no_signing_key", "detail": "None.", "advice": "hookline apps keys import",
                "instance": "000000000000000000000000000000ff",
            ])
    }

    @Test func theVendorsShapesAreTheVendors() throws {
        #expect(try body(.unauthorized, .voice)["type"]?.string == "UNAUTHORIZED")
        #expect(try body(.unauthorized, .voice)["error_title"]?.string == "Unauthorized")
        #expect(try body(.invalidParameters.with(invalid: "event_url", "is required"), .voice)["type"]?.int == 400)
        #expect(try body(.unauthorized, .numbers)["error-code"]?.string == "401")
        #expect(try body(.unauthorized, .numbers)["error-code-label"]?.string == "authentication failed")
        #expect(
            try body(.unauthorized, .applications)["type"]?.string
                == "https://developer.nexmo.com/api-errors#unauthorized")
        #expect(try body(.expiredToken, .conversation)["code"]?.string == "system:error:expired-token")
        #expect(
            try body(.userNotFound, .conversation)["type"]?.string
                == "https://developer.nexmo.com/api/conversation#user:error:not-found")
    }

    @Test(arguments: [
        ("/v2/applications", ProblemShape.applications), ("/v2/applications/x", .applications),
        ("/v1/users/USR-1", .conversation), ("/v0.3/users", .conversation), ("/v1/calls/1", .voice),
        ("/account/numbers", .numbers), ("/number/buy", .numbers), ("/numbers", .own), ("/v2/other", .own),
        ("/client/me", .own), ("/", .own), ("*", .own),
    ])
    func theSurfaceIsKnownByItsPath(path: String, shape: ProblemShape) {
        #expect(ProblemShape(path: path) == shape)
    }

    @Test func theServersOwnRefusalsHaveTheShapeOfTheirSurface() async throws {
        try await withAPI(TestAPI()) { api in
            let unknown = try await api.get("/v9/nothing")
            let wrongVerb = try await api.delete("/healthz")

            #expect(unknown.status == 404)
            #expect(unknown.code == "not_found")
            #expect(wrongVerb.status == 405)
            #expect(wrongVerb.fields["Allow"]?.contains("GET") == true)
            #expect(wrongVerb.json?["title"]?.string == "Request method not allowed")
            #expect(wrongVerb.json?["detail"]?.string?.isEmpty == false)
        }
    }
}
