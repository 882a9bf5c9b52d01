import HTTPServer
import Registry

/// The numbers of the server, as Prometheus reads them (text format 0.0.4).
struct Metrics {
    private(set) var text = ""

    init(of context: APIContext) {
        let counters = context.counters
        let (store, push) = (context.registry.health, context.ringer.health)
        let entries = context.registry.directory.counts
        gauge("hookline_info", "The running version.", 1, label: ("version", context.settings.version))
        counter("hookline_answers_total", "Answer and fallback webhooks that got an NCCO.", counters.answers.count)
        counter("hookline_answers_repeated_total", "Answers given before.", counters.answersRepeated.count)
        counter("hookline_answers_late_total", "Answers sent before their commit.", counters.answersLate.count)
        counter("hookline_answers_fallback_total", "Answers with the fallback flow.", counters.answersFallback.count)
        counter("hookline_invites_total", "Phones that were to be woken.", counters.invites.count)
        counter("hookline_events_recorded_total", "Events that are on the disk.", counters.eventsRecorded.count)
        counter("hookline_events_repeated_total", "Events that were there already.", counters.eventsRepeated.count)
        counter("hookline_events_failed_total", "Events refused for want of a store.", counters.eventsFailed.count)
        counter("hookline_events_unreadable_total", "Events that are no JSON object.", counters.eventsUnreadable.count)
        counter("hookline_webhooks_refused_total", "Webhooks without a good signature.", counters.webhooksRefused.count)
        gauge("hookline_store_ok", "Whether the store can be written.", store.isOK ? 1 : 0)
        gauge("hookline_store_waiting", "Answers and push results that wait in memory.", store.waiting)
        counter("hookline_store_dropped_total", "Those that found no room there.", store.dropped)
        gauge("hookline_push_ok", "Whether the push gateways can be reached.", push.isOK ? 1 : 0)
        gauge("hookline_push_in_flight", "Pushes under way.", push.inFlight)
        counter("hookline_push_delivered_total", "Pushes the service took.", push.delivered)
        counter("hookline_push_failed_total", "Pushes that came to nothing.", push.failed)
        gauge("hookline_applications", "Applications.", entries.applications)
        gauge("hookline_users", "Users.", entries.users)
        gauge("hookline_numbers", "Numbers.", entries.numbers)
        gauge("hookline_devices", "Devices that can be woken.", entries.devices)
        if let server = context.serverCounters() { add(server) }
        if let end = context.certificateEnd() {
            gauge(
                "hookline_tls_certificate_expiry_timestamp_seconds",
                "When the certificate ends, in seconds since 1970.",
                Int(end.seconds))
        }
    }

    private mutating func add(_ server: ServerCounters) {
        head("hookline_http_responses_total", "counter", "Responses by the first digit of their status.")
        for digit in 2...5 {
            text += "hookline_http_responses_total{class=\"\(digit)xx\"} \(server.answers[digit])\n"
        }
        counter("hookline_http_connections_total", "Connections accepted.", server.connectionsAccepted)
        gauge("hookline_http_connections_open", "Connections that are open.", server.connectionsOpen)
        counter("hookline_http_connections_refused_total", "Connections beyond the limit.", server.connectionsRefused)
        counter(
            "hookline_http_connections_spared_total", "Idle connections closed for others.", server.connectionsSpared)
        counter("hookline_http_accept_failures_total", "Failed attempts to accept.", server.acceptFailures)
        counter("hookline_http_peers_gone_total", "Connections that the client broke off.", server.peersGone)
        counter("hookline_http_requests_refused_total", "Requests that are none.", server.requestsRefused)
        counter("hookline_http_request_timeouts_total", "Requests that came too slowly.", server.requestTimeouts)
        counter("hookline_http_deferred_timeouts_total", "Answers that took too long.", server.deferredTimeouts)
        counter("hookline_http_received_bytes_total", "Bytes received.", server.bytesReceived)
        counter("hookline_http_sent_bytes_total", "Bytes sent.", server.bytesSent)
        counter("hookline_tls_handshakes_total", "TLS handshakes.", server.handshakes)
        counter("hookline_tls_handshakes_resumed_total", "Those that resumed a session.", server.handshakesResumed)
        counter("hookline_tls_handshakes_failed_total", "TLS handshakes that failed.", server.handshakesFailed)
    }

    private mutating func counter(_ name: StaticString, _ help: StaticString, _ value: Int) {
        head(name, "counter", help)
        text += "\(name) \(value)\n"
    }

    private mutating func gauge(
        _ name: StaticString, _ help: StaticString, _ value: Int, label: (StaticString, String)? = nil
    ) {
        head(name, "gauge", help)
        let labels = label.map { "{\($0.0)=\"\($0.1.filter { $0 != "\"" && $0 != "\\" && $0 != "\n" })\"}" } ?? ""
        text += "\(name)\(labels) \(value)\n"
    }

    private mutating func head(_ name: StaticString, _ type: StaticString, _ help: StaticString) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }
}
