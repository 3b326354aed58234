package org.bdm.client.cli;

import org.bdm.core.control.SubscriptionView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "pause", mixinStandardHelpOptions = true, sortOptions = false, description = "Pauses a subscription.")
final class SubscribePauseCommand extends Verb {
    @Parameters(paramLabel = "SUBSCRIPTION", description = "As 'subscribe list' names it.")
    String id = "";

    @Override
    ExitCode run() {
        SubscriptionView steered = api().subscriptions().steer(id, "pause");
        if (json()) terminal().json(steered);
        else terminal().message(steered.id() + " is " + steered.state());
        return ExitCode.DONE;
    }
}
