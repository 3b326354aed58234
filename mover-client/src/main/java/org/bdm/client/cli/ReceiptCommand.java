package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "receipt",
        mixinStandardHelpOptions = true,
        description = "What a site signed of the files that it holds; 'manifest --format receipt' writes one.",
        subcommands = {ReceiptVerifyCommand.class})
final class ReceiptCommand extends VerbGroup {}
