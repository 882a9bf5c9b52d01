import JSON
import Simulator
import Telephony

/// One run of the demo: plays the scene, tells how it went, and puts everything away.
struct Performance: Sendable {
    private let setup: Scene.Setup
    private let isKept: Bool
    private let invocation: Invocation
    private let start: ContinuousClock.Instant
    private let recorder: Recorder

    init(
        _ setup: Scene.Setup, isKept: Bool, _ invocation: Invocation, start: ContinuousClock.Instant,
        _ recorder: Recorder
    ) {
        self.setup = setup
        self.isKept = isKept
        self.invocation = invocation
        self.start = start
        self.recorder = recorder
    }

    private var output: Output { invocation.output }

    func run() throws(Failure) -> ExitCode {
        let log = LogBuffer()
        let scene = Scene(setup, in: invocation.surroundings, recorder: recorder, log: log)
        defer { scene.strike() }
        var failure: Failure?
        do throws(Failure) { try scene.play() } catch { failure = error }
        if recorder.isStopped { throw Failure(.interrupted, "stopped; everything is removed") }

        let report = DemoReport(
            recorder.moments, start: start, call: scene.call?.uuid, user: scene.cast?.user ?? "Alice")
        if let failure = failure ?? Self.failure(report) {
            if !report.timeline.lines.isEmpty { show(report, scene) }
            for line in log.lines { output.remark(line) }
            throw failure
        }
        show(report, scene)
        if isKept { keepUp(scene, log) }
        return .success
    }

    private static func failure(_ report: DemoReport) -> Failure? {
        report.checklist.missing.map { step in
            Failure(
                .refused, "the demo did not see this step: \(step.name)", advice: "Seen instead: \(step.instead ?? "")")
        }
    }

    // MARK: Telling

    private func show(_ report: DemoReport, _ scene: Scene) {
        if output.isJSON {
            var object = report.json
            if isKept, let cast = scene.cast, let url = scene.url {
                object["url"] = .string(url)
                object["api_key"] = .string(scene.pair.key)
                object["api_secret"] = .string(scene.pair.secret)
                object["application_id"] = .string(cast.application.description)
                object["user"] = .string(cast.user)
                object["number"] = .string(cast.number)
            }
            return output.json(.object(object))
        }
        let style = output.style
        for line in report.timeline.lines { output.line(line.text(since: report.start, style: style)) }
        guard report.checklist.missing == nil, let time = report.answeredAfter else { return }
        output.line("")
        output.line(style.green(style.bold("answered in \(DemoReport.whole(time)) ms")))
        output.line("")
        let advice = DemoAdvice(program: DemoAdvice.programName, style: style)
        if isKept, let cast = scene.cast, let url = scene.url {
            for line in advice.goingOn(url: url, pair: scene.pair, cast: cast, call: scene.call) { output.line(line) }
        } else {
            for line in advice.next { output.line(line) }
        }
    }

    /// Leaves the server up until somebody stops it. Whoever calls meanwhile sees the phone ring.
    private func keepUp(_ scene: Scene, _ log: LogBuffer) {
        log.open()
        let (output, start) = (output, start)
        if !output.isJSON {
            recorder.tell { moment in
                let isRing =
                    switch moment.sight {
                    case .gateway, .phone(.rang): true
                    default: false
                    }
                guard isRing, let line = Timeline([moment]).lines.first else { return }
                output.line(line.text(since: start, style: output.style))
            }
        }
        recorder.waitForStop()
        output.remark("Removing everything …")
    }
}
