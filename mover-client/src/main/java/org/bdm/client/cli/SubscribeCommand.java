package org.bdm.client.cli;

import picocli.CommandLine.Command;

@Command(
        name = "subscribe",
        mixinStandardHelpOptions = true,
        description = {"Replicates what appears in the indexes, by standing queries.", "What is withdrawn is marked."},
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
