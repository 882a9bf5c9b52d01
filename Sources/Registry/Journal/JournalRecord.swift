import Telephony

/// One thing that has been acknowledged, as the journal keeps it until it is settled.
enum JournalRecord: Sendable {
    case event(EventRecord)
    case answer(AnswerRecord)
    case push(PushResult)

    /// The call whose record it changes.
    var call: CallUUID? {
        switch self {
        case .event(let event): event.facts.call
        case .answer(let answer): answer.call
        case .push: nil
        }
    }
}

// MARK: As bytes

/// A kind, then the properties in the order of the code, each in the form that `JournalWriter` gives it.
extension JournalRecord {
    fileprivate enum Kind: UInt8 {
        case event = 1
        case answer = 2
        case push = 3
    }

    func encode(into writer: inout JournalWriter) {
        switch self {
        case .event(let event): Self.encode(event, into: &writer)
        case .answer(let answer): Self.encode(answer, into: &writer)
        case .push(let result): Self.encode(result, into: &writer)
        }
    }

    static func encode(_ event: EventRecord, into writer: inout JournalWriter) {
        writer.put(Kind.event.rawValue)
        writer.put(event.source.rawValue)
        writer.put(event.application?.uuid)
        writer.put(event.facts)
        writer.put(event.body)
        writer.put(event.digest)
        writer.put(event.tokenID)
    }

    static func encode(_ answer: AnswerRecord, into writer: inout JournalWriter) {
        writer.put(Kind.answer.rawValue)
        writer.put(answer.call)
        writer.put(answer.kind.rawValue)
        writer.put(answer.application?.uuid)
        writer.put(answer.facts)
        writer.put(answer.request)
        writer.put(answer.reply)
        writer.put(answer.tokenID)
        writer.put(answer.receivedAt.milliseconds)
        writer.put(Int64(answer.invites.count))
        for invite in answer.invites {
            writer.put(invite.id.uuid)
            writer.put(invite.device.text)
            writer.put(invite.user.uuid)
            writer.put(invite.application.uuid)
            writer.put(invite.ringUntil.milliseconds)
        }
    }

    static func encode(_ result: PushResult, into writer: inout JournalWriter) {
        writer.put(Kind.push.rawValue)
        writer.put(result.push.uuid)
        writer.put(result.call)
        writer.put(result.device.text)
        writer.put(result.user?.uuid)
        writer.put(result.application?.uuid)
        writer.put(Int64(result.attempt))
        writer.put(result.queuedAt.milliseconds)
        writer.put(result.finishedAt.milliseconds)
        writer.put(result.connection)
        writer.put(result.status.map(Int64.init))
        writer.put(result.reason)
        writer.put(result.apnsID)
        writer.put(result.milliseconds.map(Int64.init))
        writer.put(result.decision)
        writer.put(result.isLast)
        writer.put(result.disables != nil)
        if let disabled = result.disables {
            writer.put(disabled.kind.rawValue)
            writer.put(disabled.token)
            writer.put(disabled.reason)
            writer.put(disabled.unregisteredAt?.milliseconds)
        }
    }

    /// Reads what `encode` wrote. Fails on anything else.
    init?(from reader: inout JournalReader) {
        guard let kind = reader.byte().flatMap(Kind.init(rawValue:)) else { return nil }
        switch kind {
        case .event:
            let bytes = reader
            guard let event = JournalEvent(afterKind: &reader) else { return nil }
            self = .event(EventRecord(event, in: bytes))
        case .answer:
            guard let answer = AnswerRecord(from: &reader) else { return nil }
            self = .answer(answer)
        case .push:
            guard let result = PushResult(from: &reader) else { return nil }
            self = .push(result)
        }
        guard reader.isAtEnd, !reader.hasFailed else { return nil }
    }
}

/// An event of the journal whose bytes stay where they are, in a row.
struct JournalEvent {
    let source: EventRecord.Source
    let application: ApplicationID?
    let facts: CallEvent
    let body: Range<Int>
    let digest: Range<Int>
    let tokenID: Range<Int>?

    /// Reads a record if it is an event; nil if it is something else, or cannot be read.
    init?(from reader: inout JournalReader) {
        guard reader.byte() == JournalRecord.Kind.event.rawValue else { return nil }
        self.init(afterKind: &reader)
        guard reader.isAtEnd, !reader.hasFailed else { return nil }
    }

    fileprivate init?(afterKind reader: inout JournalReader) {
        guard let source = reader.text().flatMap(EventRecord.Source.init(rawValue:)) else { return nil }
        self.source = source
        application = reader.uuid().map { ApplicationID($0) }
        facts = reader.facts()
        guard let body = reader.slice(), let digest = reader.slice() else { return nil }
        self.body = body
        self.digest = digest
        tokenID = reader.slice()
    }

    /// What is to be known of an event at the start: its call, and whether it says that the call is over. The rest of
    /// the record is not looked at. Nil if it is something else.
    static func note(from reader: inout JournalReader) -> (call: CallUUID?, endsCall: Bool)? {
        guard reader.byte() == JournalRecord.Kind.event.rawValue else { return nil }
        reader.slice()
        _ = reader.uuid()
        let call = reader.call()
        reader.slice()
        _ = reader.conversation()
        reader.slice()
        let status = reader.text().map(CallStatus.init(rawValue:))
        return reader.hasFailed ? nil : (call, status?.state?.isFinal ?? false)
    }
}

extension EventRecord {
    fileprivate init(_ event: JournalEvent, in reader: JournalReader) {
        self.init(
            source: event.source, application: event.application, facts: event.facts, body: reader.bytes(event.body),
            digest: reader.bytes(event.digest), tokenID: event.tokenID.map { reader.text($0) })
    }
}

extension AnswerRecord {
    fileprivate init?(from reader: inout JournalReader) {
        guard let call = reader.call(), let kind = reader.text().flatMap(AnswerKind.init(rawValue:)) else {
            return nil
        }
        let application = reader.uuid().map { ApplicationID($0) }
        let facts = reader.facts()
        guard let request = reader.bytes(), let reply = reader.bytes() else { return nil }
        let tokenID = reader.text()
        let receivedAt = reader.time()
        var invites: [Invite] = []
        let count = reader.number()
        guard count >= 0 else { return nil }
        for _ in 0..<count {
            guard !reader.hasFailed, let id = reader.uuid(), let device = reader.text().flatMap({ DeviceID($0) }),
                let user = reader.uuid(), let application = reader.uuid()
            else { return nil }
            invites.append(
                Invite(
                    id: PushID(id), device: device, user: UserID(user), application: ApplicationID(application),
                    ringUntil: reader.time()))
        }
        self.init(
            call: call, kind: kind, application: application, facts: facts, request: request, reply: reply,
            tokenID: tokenID, receivedAt: receivedAt, invites: invites)
    }
}

extension PushResult {
    fileprivate init?(from reader: inout JournalReader) {
        guard let push = reader.uuid(), let call = reader.call(), let device = reader.text().flatMap({ DeviceID($0) })
        else { return nil }
        let (user, application) = (reader.uuid(), reader.uuid())
        let attempt = reader.number()
        let (queuedAt, finishedAt) = (reader.time(), reader.time())
        let (connection, status, reason, apnsID) = (reader.text(), reader.integer(), reader.text(), reader.text())
        let milliseconds = reader.integer()
        guard let decision = reader.text() else { return nil }
        let isLast = reader.flag()
        var disables: DisabledToken?
        if reader.flag() {
            guard let kind = reader.text().flatMap(Device.TokenKind.init(rawValue:)), let token = reader.text(),
                let reason = reader.text()
            else { return nil }
            disables = DisabledToken(
                kind: kind, token: token, reason: reason,
                unregisteredAt: reader.integer().map(Timestamp.init(milliseconds:)))
        }
        self.init(
            push: PushID(push), call: call, device: device, user: user.map { UserID($0) },
            application: application.map { ApplicationID($0) }, attempt: Int(attempt), queuedAt: queuedAt,
            finishedAt: finishedAt, connection: connection, status: status.map { Int($0) }, reason: reason,
            apnsID: apnsID, milliseconds: milliseconds.map { Int($0) }, decision: decision, isLast: isLast,
            disables: disables)
    }
}
