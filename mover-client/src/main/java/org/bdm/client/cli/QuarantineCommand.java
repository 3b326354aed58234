package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "quarantine",
        mixinStandardHelpOptions = true,
        description = "Files that a policy moved out of the tree, because their dataset was withdrawn or replaced.",
        subcommands = {QuarantineListCommand.class, QuarantineRestoreCommand.class})
final class QuarantineCommand extends VerbGroup {}
