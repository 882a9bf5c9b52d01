extension CommandTable {
    /// Every command of `hookline`, in the order help shows them.
    package static let hookline = CommandTable(
        commands: [
            DemoCommand.command, InitCommand.command, ServeCommand.command,
            AppsCreate.command, AppsList.command, AppsShow.command, AppsUpdate.command, AppsDelete.command,
            AppsImport.command, AppsKeysImport.command,
            UsersCreate.command, UsersList.command, UsersShow.command, UsersDelete.command,
            NumbersAdd.command, NumbersList.command, NumbersSearch.command, NumbersBuy.command, NumbersLink.command,
            NumbersUnlink.command, NumbersCancel.command,
            JWTCreate.command, JWTVerify.command, WebhooksVerify.command,
            DevicesList.command, PushCredentialsAdd.command, PushCredentialsList.command,
            FlowsList.command, FlowsShow.command, FlowsPut.command, FlowsDelete.command, FlowsCheck.command,
            FlowsHistory.command, FlowsRollback.command,
            CallsList.command, CallsShow.command, NCCOCheckCommand.command, NCCOSchemaCommand.command,
            ProfileAdd.command, ProfileUse.command, ProfileList.command, ConfigShow.command,
        ],
        aliases: Alias.table)
}
