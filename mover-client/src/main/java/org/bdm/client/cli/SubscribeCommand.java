package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "subscribe",
        mixinStandardHelpOptions = true,
        description = "Standing queries: what appears in the indexes is replicated, what is withdrawn is marked.",
        subcommands = {
            SubscribeAddCommand.class,
            SubscribeListCommand.class,
            SubscribeShowCommand.class,
            SubscribeRunCommand.class,
            SubscribePauseCommand.class,
            SubscribeResumeCommand.class,
            SubscribeRemoveCommand.class
        })
final class SubscribeCommand extends VerbGroup {}
