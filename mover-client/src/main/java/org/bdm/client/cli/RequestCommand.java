package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "request",
        mixinStandardHelpOptions = true,
        description = "Submits and decides requests for datasets.",
        subcommands = {
            RequestSubmitCommand.class,
            RequestListCommand.class,
            RequestShowCommand.class,
            RequestApproveCommand.class,
            RequestDeclineCommand.class,
            RequestWithdrawCommand.class
        })
final class RequestCommand extends VerbGroup {}
