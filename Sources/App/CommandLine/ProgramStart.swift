/// When the program began.
///
/// Not when its process did: a shell that has become this program (`exec`) may have been at work for minutes.
enum ProgramStart {
    /// The first one to ask is `Program.run`, before it does anything else.
    static let instant = ContinuousClock.now
}
