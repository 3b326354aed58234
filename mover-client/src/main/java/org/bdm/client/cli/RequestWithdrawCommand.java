package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "withdraw",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Withdraws an open request.")
final class RequestWithdrawCommand extends RequestDecision {
    @Override
    String verb() {
        return "withdraw";
    }
}
