import Testing

@testable import App

struct ApplicationFileTests {
    @Test(arguments: [
        ("bare id", "aaaaaaaa-0000-4000-8000-000000000001\n", nil),
        ("ini", "[app_config]\napp_id=aaaaaaaa-0000-4000-8000-000000000001\nprivate_key=private.key\n", "private.key"),
        (
            "quotes, blanks, CRLF and remarks",
            "; made by hand\r\n[app_config]\r\napp_id = \"aaaaaaaa-0000-4000-8000-000000000001\"\r\n"
                + "private_key = '/k/private.key'\r\n", "/k/private.key"
        ),
        ("no key", "[app_config]\napp_id=aaaaaaaa-0000-4000-8000-000000000001\nprivate_key=\n", nil),
        (
            "a key of several lines",
            "[app_config]\napp_id=aaaaaaaa-0000-4000-8000-000000000001\nprivate_key=-----BEGIN PRIVATE KEY-----\n"
                + "AAAA\nBB==\n-----END PRIVATE KEY-----\napi_key=k\n",
            "-----BEGIN PRIVATE KEY-----\nAAAA\nBB==\n-----END PRIVATE KEY-----"
        ),
        (
            "a key in one line",
            "[app_config]\nprivate_key=\"-----BEGIN PRIVATE KEY-----\\nAAAA\\n-----END PRIVATE KEY-----\"\n"
                + "app_id=aaaaaaaa-0000-4000-8000-000000000001\n",
            "-----BEGIN PRIVATE KEY-----\\nAAAA\\n-----END PRIVATE KEY-----"
        ),
    ])
    func readsEveryForm(name: String, text: String, key: String?) {
        let file = ApplicationFile(parsing: text)

        #expect(file?.applicationID == "aaaaaaaa-0000-4000-8000-000000000001", "\(name)")
        #expect(file?.privateKey == key, "\(name)")
    }

    @Test(arguments: ["", "\n", "[app_config]\n", "[app_config]\napp_id=\n", "a\nb\n"])
    func refusesAFileWithoutAnID(text: String) {
        #expect(ApplicationFile(parsing: text) == nil)
    }

    @Test func readsBackWhatItWrites() {
        let file = ApplicationFile(applicationID: "x", privateKey: "/k/private.key")

        #expect(ApplicationFile(parsing: file.text) == file)
    }

    @Test func ourOwnFileComesFirst() throws {
        let bench = Bench()
        try bench.write("old", to: ".nexmo-app")
        #expect(try ApplicationFile.read(in: bench.surroundings)?.file.applicationID == "old")

        try bench.write("new", to: ".hookline-app")

        #expect(try ApplicationFile.read(in: bench.surroundings)?.file.applicationID == "new")
    }
}
