package org.bdm.server.upkeep;

import java.time.Clock;
import java.util.stream.Stream;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.control.dataset.CreateSubscription;
import org.bdm.core.control.dataset.SubscriptionPlanView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.dataset.RunCaps;
import org.bdm.server.dataset.replica.QuerySize;
import org.bdm.server.dataset.replica.SizeLimits;
import org.bdm.server.discovery.index.Federation;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.drs.KnownFacets;
import org.bdm.server.message.Selections;
import org.jspecify.annotations.Nullable;

/** Counts what the first run of a subscription would take; keeps nothing. Any thread that may block, for less than half a minute. */
public final class SubscriptionPlans {
    private final Federation federation;
    private final SizeLimits limits;
    private final Clock clock;

    /** With its parts. */
    public SubscriptionPlans(Federation federation, SizeLimits limits, Clock clock) {
        this.federation = federation;
        this.limits = limits;
        this.clock = clock;
    }

    /** Asks the indexes; INVALID_REQUEST, TOO_LARGE for more than 200,000 datasets. */
    public SubscriptionPlanView plan(CreateSubscription wish, RunCaps caps) {
        Selection query = Selections.of(wish.query());
        QuerySize size = QuerySize.of(federation, query, clock);
        size.refuseUnknownFacet(query);
        RunBudget budget = new RunBudget(caps);
        long files = 0;
        long bytes = 0;
        long runFiles = 0;
        for (QuerySize.Dataset one : size.datasets()) {
            files += one.files();
            bytes = ByteTotal.plus(bytes, one.bytes());
            if (budget.offer(one.bytes()) == RunBudget.Share.TAKEN) runFiles += one.files();
        }
        Long bytesMax = caps.bytes();
        boolean isBounded = bytesMax != null && bytesMax <= limits.bytes();
        boolean isLarge = !size.isComplete() || limits.areExceededBy(budget.bytesTaken(), runFiles);
        return new SubscriptionPlanView(
                size.datasets().size(),
                files,
                bytes,
                budget.datasetsTaken(),
                runFiles,
                budget.bytesTaken(),
                size.isComplete(),
                isLarge && !isBounded);
    }

    /** Refuses a query with a facet that is not known here, unless an index finds something by it; INVALID_REQUEST with the nearest name. */
    public boolean requireKnownFacets(CreateSubscription wish) {
        Selection query = Selections.of(wish.query());
        boolean areKnown = Stream.concat(query.facets().keySet().stream(), query.excluded().keySet().stream())
                .allMatch(KnownFacets::contains);
        if (!areKnown) QuerySize.of(federation, query, clock).refuseUnknownFacet(query);
        return areKnown;
    }

    /** Refuses a subscription whose first run is large and was not confirmed; INVALID_REQUEST. */
    public static void requireConfirmed(SubscriptionPlanView plan, @Nullable Long confirmBytes) {
        boolean isConfirmed = plan.complete() && Long.valueOf(plan.runBytes()).equals(confirmBytes);
        if (plan.needsConfirmation() && !isConfirmed) throw unconfirmed(plan);
    }

    private static MoverException unconfirmed(SubscriptionPlanView plan) {
        String size = plan.runDatasets() + " datasets, " + plan.runFiles() + " files and " + plan.runBytes() + " bytes";
        return new MoverException(
                ErrorCode.INVALID_REQUEST,
                plan.complete()
                        ? "the first run would take " + size
                                + ", more than this site takes unconfirmed: give confirmBytes " + plan.runBytes()
                                + " (--confirm), maxBytesPerRun (--max-bytes-per-run), or yes"
                        : "the first run would take at least " + size
                                + "; not all was counted: give maxBytesPerRun (--max-bytes-per-run), or yes (--yes)");
    }
}
