package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "dataset",
        mixinStandardHelpOptions = true,
        description = "Shows what is known here of dataset versions.",
        subcommands = {
            DatasetListCommand.class,
            DatasetShowCommand.class,
            DatasetConfirmCommand.class,
            DatasetEventsCommand.class
        })
final class DatasetCommand extends VerbGroup {}
