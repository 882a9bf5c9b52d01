import HTTP
import Testing

@Suite struct FieldsTests {
    @Test func namesDoNotCareForLetterCase() {
        var fields: Fields = ["Content-Type": "text/plain", "Link": "a", "LINK": "b"]

        #expect(fields["content-TYPE"] == "text/plain")
        #expect(fields.all("link") == ["a", "b"])
        fields["link"] = "c"
        #expect(fields.map(\.value) == ["text/plain", "c"])
        fields["link"] = nil
        #expect(fields == ["content-type": "text/plain"])
    }

    @Test func aValueCannotBeginAnotherField() {
        let fields: Fields = ["Location": "/a\r\nSet-Cookie: x=1\u{0}"]

        #expect(fields["Location"] == "/a  Set-Cookie: x=1 ")
    }

    @Test(
        arguments: [
            ("Bearer abc", "bearer", "abc"), ("bearer abc", "Bearer", "abc"), ("BASIC  eDp5", "Basic", "eDp5"),
            ("Digest abc", "Basic", nil), ("Bearer", "Bearer", nil), ("Bearerabc", "Bearer", nil),
            ("Bearer ", "Bearer", nil),
        ] as [(String, String, String?)])
    func findsCredentialsWhateverTheSchemesLetterCase(value: String, scheme: String, found: String?) {
        let request = Request(target: "/", fields: ["authorization": value])

        #expect(request.fields.credentials(scheme) == found)
    }

    @Test func fieldsOfARequestAreLookedUpInItsBytes() {
        let request = Request(target: "/", fields: ["X-A": "1", "X-AB": "2", "x-a": "3", "Empty": ""])

        #expect(request.fields["x-A"] == "1")
        #expect(request.fields.all("X-a") == ["1", "3"])
        #expect(request.fields["x-ab"] == "2")
        #expect(request.fields["empty"] == "")
        #expect(request.fields["x"] == nil)
        #expect(Fields(request.fields)["host"] == "localhost")
    }

    @Test(arguments: [
        ("application/json", "application/json", true, false),
        ("Application/JSON ; charset=utf-8", "application/json", true, false),
        ("application/problem+json", "application/problem+json", true, false),
        ("application/x-www-form-urlencoded", "application/x-www-form-urlencoded", false, true),
        ("text/xml", "text/xml", false, false),
    ])
    func knowsMediaTypes(value: String, essence: String, isJSON: Bool, isForm: Bool) throws {
        let type = try #require(MediaType(value))

        #expect(type.essence == essence)
        #expect(type.isJSON == isJSON)
        #expect(type.isForm == isForm)
    }

    @Test(arguments: ["", "json", "a/b/c", "/json", "a b/c"])
    func refusesWhatIsNoMediaType(value: String) {
        #expect(MediaType(value) == nil)
    }
}
