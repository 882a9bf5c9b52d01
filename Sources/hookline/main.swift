import App
import Glibc

// Not `exit`: at exit OpenSSL takes down what threads that still run may be using. Nothing we write is buffered.
_exit(Program().run(Array(CommandLine.arguments.dropFirst()), in: .ofProcess()).rawValue)
