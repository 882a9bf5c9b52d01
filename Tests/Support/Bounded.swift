import Testing

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that hangs. All tests begin at once and take turns, so one may last as long as all of them, and on
    /// a slow machine that is minutes.
    package static var bounded: TimeLimitTrait { .timeLimit(.minutes(5)) }
}
