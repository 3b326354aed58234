package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "decline",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Declines an open request.")
final class RequestDeclineCommand extends RequestDecision {
    @Override
    String verb() {
        return "decline";
    }
}
