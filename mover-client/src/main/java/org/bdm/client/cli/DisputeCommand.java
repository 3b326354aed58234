package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "dispute",
        mixinStandardHelpOptions = true,
        description = "Files whose copies agree with each other and not with the published checksum.",
        subcommands = {
            DisputeListCommand.class,
            DisputeShowCommand.class,
            DisputeAcceptCommand.class,
            DisputeRejectCommand.class
        })
final class DisputeCommand extends VerbGroup {}
