package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = "Shows the exports of the site.",
        subcommands = {ExportListCommand.class})
final class ExportCommand extends VerbGroup {}
