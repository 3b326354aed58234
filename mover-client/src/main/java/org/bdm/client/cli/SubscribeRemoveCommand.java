package org.bdm.client.cli;

import org.bdm.core.control.SubscriptionView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "remove",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Removes a subscription; its jobs and holdings stay.")
final class SubscribeRemoveCommand extends Verb {
    @Parameters(paramLabel = "SUBSCRIPTION", description = "As 'subscribe list' names it.")
    String id = "";

    @Override
    ExitCode run() {
        SubscriptionView removed = api().subscriptions().remove(id);
        if (json()) terminal().json(removed);
        else terminal().message(removed.id() + " is removed");
        return ExitCode.DONE;
    }
}
