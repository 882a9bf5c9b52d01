/// Another spelling of a command, as people copy it from tutorials.
package struct Alias: Equatable, Sendable {
    /// What becomes of the arguments that follow.
    package enum Rewriting: Equatable, Sendable {
        case none
        /// `name=alice` is `--name=alice`.
        case pairs
        /// A first argument without `=` is the private key's file, and `sub=alice` is `--claim=sub=alice`.
        case claims
        /// The arguments are named, in order; one that has no name stays as it is.
        case named([String])
        /// These words are put in front.
        case prefix([String])
    }

    /// The words, parted by blanks. A colon on the command line counts as a blank: `app:create` is `app create`.
    package let spelling: String
    /// The name of the command it stands for.
    package let command: String
    package let rewriting: Rewriting

    package init(_ spelling: String, _ command: String, _ rewriting: Rewriting = .none) {
        self.spelling = spelling
        self.command = command
        self.rewriting = rewriting
    }

    func rewritten(_ arguments: [String]) -> [String] {
        switch rewriting {
        case .none: arguments
        case .prefix(let words): words + arguments
        case .pairs: arguments.map { Alias.isPair($0) ? "--" + $0 : $0 }
        case .claims: claims(arguments)
        case .named(let names): named(names, arguments)
        }
    }

    private func claims(_ arguments: [String]) -> [String] {
        var rewritten: [String] = []
        for (index, argument) in arguments.enumerated() {
            if Alias.isPair(argument) {
                rewritten.append("--claim=" + argument)
            } else if index == 0, !argument.hasPrefix("-") {
                rewritten.append("--key=" + argument)
            } else {
                rewritten.append(argument)
            }
        }
        return rewritten
    }

    private func named(_ names: [String], _ arguments: [String]) -> [String] {
        var names = names[...]
        return arguments.map { argument in
            guard !argument.hasPrefix("-"), let name = names.popFirst() else { return argument }
            return name.isEmpty ? argument : "--\(name)=\(argument)"
        }
    }

    private static func isPair(_ argument: String) -> Bool {
        guard let equals = argument.firstIndex(of: "=") else { return false }
        return equals != argument.startIndex && !argument.hasPrefix("-")
    }
}
