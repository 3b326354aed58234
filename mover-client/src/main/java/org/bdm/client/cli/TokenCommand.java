package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        description = "Creates, lists and revokes access tokens.",
        subcommands = {TokenCreateCommand.class, TokenListCommand.class, TokenRevokeCommand.class})
final class TokenCommand extends VerbGroup {}
