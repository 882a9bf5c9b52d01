import EventLoop
import HTTP
import Logging

/// From a request to its answer: the handler that gets it, and what is said where none does.
extension Connection {
    /// Finds the request's handler and lets it answer.
    func handle(_ request: Request) -> ConnectionState.Step {
        form = AnswerForm(isVersion10: request.isVersion10, leavesOutBody: request.method == .head)
        place.generation &+= 1
        let id = server.nextRequestID()
        if server.logsRequests { log(request, id) }
        switch server.router.match(request) {
        case .found(let handler, let parameters) where !request.isContentCoded || !request.hasBody:
            return run(
                handler, request, Exchange(parameters: parameters, requestID: id, server: server, place: place))
        case let match: return answer(unhandled(request, match))
        }
    }

    /// The answer to a request that no handler gets: there is none, or its body is coded.
    private func unhandled(_ request: Request, _ match: Router.Match) -> Response {
        switch match {
        case .notFound: problem(.notFound, "There is nothing at this path.", request)
        case .options(let allow): Response(.noContent, fields: ["Allow": allow])
        case .wrongMethod(let allow):
            problem(.methodNotAllowed, "This path does not take that method.", request).with("Allow", allow)
        case .found:
            problem(.unsupportedMediaType, "Send the body without a content coding.", request)
                .with("Accept-Encoding", "identity")
        }
    }

    /// Tells the client that waits for it to send its body; or answers right away, when the body would change nothing
    /// (RFC 9110 §10.1.1), which is then the last answer: whether the body comes all the same is not known.
    func refusesBody() -> Bool {
        guard let request = parser.takeExpectation() else { return false }
        let match = server.router.match(request)
        if case .found = match, !request.isContentCoded {
            server.output.writeContinue()
            return false
        }
        form = AnswerForm(leavesOutBody: request.method == .head)
        if server.logsRequests { log(request, server.nextRequestID()) }
        state.refused()
        _ = answer(unhandled(request, match))
        return true
    }

    private func log(_ request: Request, _ id: UInt64) {
        // The path alone: a query may hold secrets.
        server.log.debug(
            "http.request", ["request": id, "method": request.method, "path": request.path, "peer": request.client])
    }

    private func run(_ handler: Handler, _ request: Request, _ exchange: Exchange) -> ConnectionState.Step {
        switch handler {
        case .sync(let body):
            switch body(request, exchange) {
            case .reply(let response):
                abandonOwed()
                return answer(response)
            case .later:
                if owed != nil { return .send }
                server.log.error("http.answer_not_promised", ["request": exchange.requestID])
                return answer(problem(.internalServerError, "The request could not be answered.", request))
            }
        case .async(let body):
            let problem = server.configuration.problem
            let reply = exchange.deferReply(within: server.configuration.limits.handler) {
                problem(Refusal(status: .serviceUnavailable, detail: "The answer took too long.", request: request))
            }
            let loop = server.loop
            Task(executorPreference: loop) { reply.send(await body(request, exchange)) }
            return .send
        }
    }

    /// Puts the answer to the request at hand behind those that are gathered.
    func answer(_ response: Response) -> ConnectionState.Step {
        server.counters.answered(response.status)
        server.output.write(
            response, dateField: server.dateLine, closes: state.isLastAnswer, isVersion10: form.isVersion10,
            leavesOutBody: form.leavesOutBody)
        return state.answered(now: now)
    }

    /// What came cannot be understood; the next request could not be found in it either.
    func refuse(_ status: Status, _ detail: String) -> ConnectionState.Step {
        form = AnswerForm()
        state.refused()
        return answer(problem(status, detail, nil))
    }

    private func problem(_ status: Status, _ detail: String, _ request: Request?) -> Response {
        server.configuration.problem(Refusal(status: status, detail: detail, request: request))
    }

    /// Tells a connection that is one too many so. Its request is not read.
    func turnAway(_ detail: String) {
        state.refused()
        perform(answer(problem(.serviceUnavailable, detail, nil).with("Retry-After", ServerLoop.retryAfter)))
    }
}
