package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "quarantine",
        mixinStandardHelpOptions = true,
        description = "Shows and restores files that a policy quarantined.",
        subcommands = {QuarantineListCommand.class, QuarantineRestoreCommand.class})
final class QuarantineCommand extends VerbGroup {}
