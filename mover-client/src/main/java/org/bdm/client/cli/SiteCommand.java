package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "site",
        mixinStandardHelpOptions = true,
        description = "Pairs with other sites.",
        subcommands = {
            SiteInviteCommand.class,
            SiteInvitationsCommand.class,
            SiteUninviteCommand.class,
            SiteAddCommand.class,
            SiteListCommand.class,
            SiteRemoveCommand.class,
            SiteRekeyCommand.class
        })
final class SiteCommand extends VerbGroup {}
