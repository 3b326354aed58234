package org.bdm.server.api.dataset;

import java.util.List;
import org.bdm.core.control.dataset.FoundBySubscriptionView;
import org.bdm.core.control.dataset.SubscriptionView;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.server.catalog.dataset.FoundDataset;
import org.bdm.server.catalog.dataset.HarvestMark;
import org.bdm.server.catalog.dataset.Subscription;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.bdm.server.message.ProblemText;
import org.bdm.server.upkeep.SubscriptionJobs;
import org.jspecify.annotations.Nullable;

/** Messages about standing queries. */
final class SubscriptionViews {
    private SubscriptionViews() {}

    static SubscriptionView of(
            Subscription subscription, SubscriptionJobs jobs, long incomplete, List<HarvestMark> marks) {
        SubmitJob message = jobs.message(subscription);
        Subscription.Run last = subscription.last();
        Subscription.Choices choices = subscription.choices();
        String destination = message.destination();
        return new SubscriptionView(
                "subscription-" + subscription.number(),
                subscription.owner(),
                subscription.label(),
                subscription.state().name(),
                jobs.query(subscription),
                destination == null ? "" : destination,
                message.options() == null ? null : message.options().sourcePolicy(),
                jobs.acceptsIncomplete(subscription),
                subscription.every().toSeconds(),
                choices.tellsNewVersions() ? "tell" : "replicate",
                shown(choices.onRetracted()),
                shown(choices.onSuperseded()),
                choices.needsApproval(),
                choices.caps().bytes(),
                choices.caps().datasets(),
                subscription.createdAt(),
                subscription.nextAt(),
                subscription.runs(),
                last == null
                        ? null
                        : new SubscriptionView.Run(
                                last.begunAt(),
                                last.endedAt(),
                                last.found(),
                                last.added(),
                                last.jobs(),
                                last.left(),
                                ProblemText.shown(last.trouble())),
                incomplete,
                marks.stream().map(SubscriptionViews::mark).toList());
    }

    private static @Nullable String shown(@Nullable HoldingPolicy policy) {
        return policy == null ? null : policy.shown();
    }

    private static SubscriptionView.IndexMark mark(HarvestMark mark) {
        return new SubscriptionView.IndexMark(
                mark.index(),
                mark.harvested().orElse(null),
                mark.fullAt().orElse(null),
                ProblemText.shown(mark.warning()),
                mark.silence().failingSince().orElse(null),
                mark.silence().emptySince().orElse(null));
    }

    static FoundBySubscriptionView of(FoundDataset found) {
        return new FoundBySubscriptionView(
                found.instanceId(),
                found.state().name(),
                ProblemText.shown(found.text()),
                found.job() == null ? null : found.job().toString(),
                found.request() == null ? null : "request-" + found.request(),
                found.foundAt());
    }
}
