extension Invocation {
    /// The server the command talks to.
    func server(application: String? = nil) throws(Failure) -> ServerConnection {
        try ServerConnection(ClientSettings(self, application: application))
    }
}
