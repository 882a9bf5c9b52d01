import JSON

/// N015: a SIP endpoint is named by `uri`, or by `user` and `domain`.
func checkSIPAddress(_ action: CheckedAction) -> [Finding] {
    guard let endpoint = action.endpoint, endpoint.kind == .sip else { return [] }
    let sip = endpoint.object
    let fault: (name: String, message: String, mend: String)
    switch (sip.has("uri"), sip.has("user"), sip.has("domain")) {
    case (true, false, false), (false, true, true): return []
    case (true, _, let hasDomain):
        let name = hasDomain ? "domain" : "user"
        fault = (name, "“\(name)” stands beside “uri”", "Leave either “uri” or “user” and “domain”.")
    case (false, true, false): fault = ("domain", "“user” needs “domain”", "Add “domain”, the name of the trunk.")
    case (false, false, true): fault = ("user", "“domain” needs “user”", "Add “user”.")
    case (false, false, false):
        fault = ("uri", "a sip endpoint needs “uri”, or “user” and “domain”", "Add “uri”: sip:… or sips:….")
    }
    return [sip.finding(.sipAddress, fault.message, mend: fault.mend, at: fault.name)]
}
