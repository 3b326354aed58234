package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        description = "Access tokens.",
        subcommands = {TokenCreateCommand.class, TokenListCommand.class, TokenRevokeCommand.class})
final class TokenCommand extends VerbGroup {}
