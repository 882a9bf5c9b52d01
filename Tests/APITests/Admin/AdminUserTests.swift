import JSON
import Registry
import Telephony
import Testing

@testable import API

@Suite struct AdminUserTests {
    private func path(_ api: TestAPI) -> String { "/admin/v1/applications/\(api.application.id)" }

    @Test func doesWhatTheVendorsPathDoesWithTheKeyPair() async throws {
        try await withAPI(TestAPI()) { api in
            let made = try await api.post(
                path(api) + "/users", auth: api.adminBasic, json: #"{"name":"Carol","display_name":"C"}"#)
            let id = try #require(made.json?["id"]?.string)

            let same = try await api.get("/v1/users/\(id)", auth: try api.bearer())
            let shown = try await api.get(path(api) + "/users/Carol", auth: api.adminBasic)
            let list = try await api.get(path(api) + "/users?page_size=2", auth: api.adminBasic)

            #expect(made.status == 201)
            #expect(same.json == made.json)
            #expect(shown.json == made.json)
            #expect(list.json?["_embedded"]?["users"]?.array?.map { $0["name"]?.string } == ["Alice", "Bob"])
            #expect(
                list.json?["_links"]?["next"]?["href"]?.string?.contains(
                    path(api) + "/users?order=asc&page_size=2&cursor=")
                    == true)
        }
    }

    @Test func deletesByNameOrID() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await api.post(path(api) + "/users", auth: api.adminBasic, json: #"{"name":"a/b%2Fc+d&e"}"#)

            let byName = try await api.delete(path(api) + "/users/a%2Fb%252Fc%2Bd%26e", auth: api.adminBasic)
            let byID = try await api.delete(path(api) + "/users/\(api.bob.id)", auth: api.adminBasic)
            let unknown = try await api.delete(path(api) + "/users/Nobody", auth: api.adminBasic)

            #expect([byName.status, byID.status] == [204, 204])
            #expect(unknown.status == 404)
            #expect(unknown.code == "user_not_found")
        }
    }

    @Test func isForAdministratorsAndKnownApplications() async throws {
        try await withAPI(TestAPI()) { api async throws in
            #expect(try await api.get(path(api) + "/users", auth: try api.bearer()).status == 401)
            let other = try await api.get(
                "/admin/v1/applications/\(ApplicationID.random())/users", auth: api.adminBasic)
            #expect(other.code == "application_not_found")
        }
    }

    @Test func showsDevicesWithoutTheirTokens() async throws {
        try await withAPI(TestAPI()) { api in
            try await api.addDevice(of: api.alice)
            try await api.addDevice(of: api.bob, token: String(repeating: "b2", count: 32))

            let all = try await api.get(path(api) + "/devices", auth: api.adminBasic)
            let hers = try await api.get(path(api) + "/devices?user=Alice", auth: api.adminBasic)
            let nobodys = try await api.get(path(api) + "/devices?user=Nobody", auth: api.adminBasic)

            #expect(all.json?["devices"]?.array?.map { $0["user"]?.string } == ["Alice", "Bob"])
            #expect(hers.json?["devices"]?.array?.count == 1)
            #expect(hers.json?["devices"]?[0]?["kinds"] == ["voip"])
            #expect(!all.text.contains("a1a1a1") && !all.text.contains("b2b2b2"))
            #expect(nobodys.code == "user_not_found")
        }
    }
}
