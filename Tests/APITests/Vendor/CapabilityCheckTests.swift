import JSON
import Testing

@testable import API

@Suite struct CapabilityCheckTests {
    private func faults(_ text: String) throws -> [String] {
        let object = try #require(try JSONValue.parse(text).object)
        return CapabilityCheck(object).faults.map(\.name)
    }

    @Test(arguments: [
        "{}", #"{"vbc":{}}"#, #"{"holo":{"webhooks":{"any":7}}}"#, #"{"voice":null}"#,
        #"{"voice":{"webhooks":{"answer_url":{"address":"","http_method":"GET"}}}}"#,
        #"{"voice":{"webhooks":{"event_url":{"address":"HTTP://a","socket_timeout":10000}},"region":"moon"}}"#,
        #"{"messages":{"webhooks":{"inbound_url":{"address":"https://a","http_method":"POST"}},"version":"v1"}}"#,
        #"{"video":{"webhooks":{"archive_status":{"address":"https://a","active":true}}}}"#,
        #"{"voice":{"conversations_ttl":0,"leg_persistence_time":31,"signed_callbacks":false}}"#,
    ])
    func lets(capabilities: String) throws {
        #expect(try faults(capabilities) == [])
    }

    @Test(arguments: [
        (#"{"vbc":[]}"#, "capabilities.vbc"),
        (#"{"voice":{"webhooks":[]}}"#, "capabilities.voice.webhooks"),
        (#"{"voice":{"webhooks":{"answer_url":"https://a"}}}"#, "capabilities.voice.webhooks.answer_url"),
        (
            #"{"voice":{"webhooks":{"answer_url":{"address":"example.com/a"}}}}"#,
            "capabilities.voice.webhooks.answer_url.address"
        ),
        (
            #"{"voice":{"webhooks":{"answer_url":{"address":"https:///a"}}}}"#,
            "capabilities.voice.webhooks.answer_url.address"
        ),
        (
            #"{"voice":{"webhooks":{"answer_url":{"socket_timeout":5001}}}}"#,
            "capabilities.voice.webhooks.answer_url.socket_timeout"
        ),
        (
            #"{"voice":{"webhooks":{"event_url":{"connect_timeout":"1000"}}}}"#,
            "capabilities.voice.webhooks.event_url.connect_timeout"
        ),
        (
            #"{"rtc":{"webhooks":{"answer_url":{"address":"https://a","http_method":"GET"}}}}"#,
            "capabilities.rtc.webhooks.answer_url"
        ),
        (
            #"{"messages":{"webhooks":{"status_url":{"address":"https://a","http_method":"GET"}}}}"#,
            "capabilities.messages.webhooks.status_url.http_method"
        ),
        (#"{"voice":{"signed_callbacks":"yes"}}"#, "capabilities.voice.signed_callbacks"),
        (#"{"voice":{"conversations_ttl":-1}}"#, "capabilities.voice.conversations_ttl"),
        (#"{"voice":{"leg_persistence_time":32}}"#, "capabilities.voice.leg_persistence_time"),
        (#"{"voice":{"region":1}}"#, "capabilities.voice.region"),
    ])
    func names(capabilities: String, fault: String) throws {
        #expect(try faults(capabilities) == [fault])
    }
}
