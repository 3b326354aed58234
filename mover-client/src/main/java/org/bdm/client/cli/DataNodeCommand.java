package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "data-node",
        mixinStandardHelpOptions = true,
        description = "Shows the data nodes that files are fetched from over HTTP.",
        subcommands = {DataNodeListCommand.class})
final class DataNodeCommand extends VerbGroup {}
