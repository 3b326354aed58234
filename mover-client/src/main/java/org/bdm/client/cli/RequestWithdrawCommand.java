package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "withdraw",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Takes an open request back.")
final class RequestWithdrawCommand extends RequestDecision {
    @Override
    String verb() {
        return "withdraw";
    }
}
