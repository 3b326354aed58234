package org.bdm.client.cli;

import java.time.Duration;
import org.bdm.core.control.SubscriptionView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs a subscription now and waits for the run.",
            "Also if it is paused. Exit 8 when an index did not answer in full or a job was refused, as of 'plan' and 'replicate';",
            "what was found is kept all the same, and the next run asks again.",
            "Example: bdm-client subscribe run subscription-3"
        })
final class SubscribeRunCommand extends Verb {
    private static final Duration PAUSE = Duration.ofMillis(300);

    @Parameters(paramLabel = "SUBSCRIPTION", description = "As 'subscribe list' names it.")
    String id = "";

    @Override
    ExitCode run() {
        SubscriptionView before = api().subscriptions().steer(id, "run");
        SubscriptionView now = before;
        while (now.runs() == before.runs()) {
            pacer().pause(PAUSE);
            now = api().subscriptions().subscription(id);
        }
        SubscriptionView.Run last = now.last();
        if (json()) {
            terminal().json(now);
        } else if (last != null) {
            terminal().message(last.found() + " found, " + last.added() + " new, " + last.jobs() + " jobs");
            if (!last.trouble().isEmpty()) terminal().message(last.trouble());
        }
        boolean isWell = last == null || last.trouble().isEmpty();
        return isWell ? ExitCode.DONE : ExitCode.REFUSED;
    }
}
