package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "receipt",
        mixinStandardHelpOptions = true,
        description = {"Verifies receipts of files that a site holds.", "'manifest --format receipt' writes one."},
        subcommands = {ReceiptVerifyCommand.class})
final class ReceiptCommand extends VerbGroup {}
