package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "draft",
        mixinStandardHelpOptions = true,
        description = "Imported lists that wait to become jobs.",
        subcommands = {DraftListCommand.class, DraftShowCommand.class, DraftRemoveCommand.class})
final class DraftCommand extends VerbGroup {}
