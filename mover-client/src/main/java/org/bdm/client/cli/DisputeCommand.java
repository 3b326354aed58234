package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "dispute",
        mixinStandardHelpOptions = true,
        description = "Decides on copies that contradict a published checksum.",
        subcommands = {
            DisputeListCommand.class,
            DisputeShowCommand.class,
            DisputeAcceptCommand.class,
            DisputeRejectCommand.class
        })
final class DisputeCommand extends VerbGroup {}
