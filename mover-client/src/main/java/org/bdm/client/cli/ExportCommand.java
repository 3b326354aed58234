package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = "What the site offers.",
        subcommands = {ExportListCommand.class})
final class ExportCommand extends VerbGroup {}
