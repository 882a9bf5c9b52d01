/// One run of one command: what was typed and where.
package struct Invocation: Sendable {
    package let command: Command
    package let arguments: Arguments
    package let surroundings: Surroundings
    package let output: Output

    package init(command: Command, arguments: Arguments, surroundings: Surroundings) {
        self.command = command
        self.arguments = arguments
        self.surroundings = surroundings
        output = Output(terminal: surroundings.terminal, arguments: arguments)
    }
}
