package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "draft",
        mixinStandardHelpOptions = true,
        description = "Shows and removes imported lists.",
        subcommands = {DraftListCommand.class, DraftShowCommand.class, DraftRemoveCommand.class})
final class DraftCommand extends VerbGroup {}
