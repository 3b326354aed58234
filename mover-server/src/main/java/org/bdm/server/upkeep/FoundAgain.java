package org.bdm.server.upkeep;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.FoundDataset;
import org.bdm.server.catalog.dataset.FoundDataset.Tracking;
import org.bdm.server.catalog.dataset.FoundState;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.HeldDataset;
import org.bdm.server.catalog.holding.KnownDataset;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.request.ReplicationRequest;
import org.bdm.server.catalog.request.RequestState;
import org.jspecify.annotations.Nullable;

/**
 * Looks again at what a standing query found: whether its job brought all of it, whether it is time to try once more, and whether indexes announced
 * a change. Nothing that was found once is settled for ever. Used once, by the thread of the run.
 */
final class FoundAgain {
    /** The pause before the first of the further tries; each pause is twice as long as the one before. */
    static final Duration PAUSE_FIRST = Duration.ofMinutes(10);

    static final Duration PAUSE_LONGEST = Duration.ofDays(1);

    private final Catalog catalog;
    private final long number;
    private final boolean isAsked;
    private final Instant now;
    private final Map<JobId, Optional<Job>> jobs = new HashMap<>();

    /**
     * With its parts.
     *
     * @param isAsked whether a person wants the run, who does not wait for pauses
     */
    FoundAgain(Catalog catalog, long number, boolean isAsked, Instant now) {
        this.catalog = catalog;
        this.number = number;
        this.isAsked = isAsked;
        this.now = now;
    }

    /** Settles what jobs and requests became; what is to be tried again is NEW afterwards. */
    void look() {
        each(FoundState.REQUESTED, this::requested);
        each(FoundState.SUBMITTED, this::submitted);
        each(FoundState.INCOMPLETE, this::incomplete);
        each(FoundState.STOPPED, one -> isAsked ? again(one) : one);
    }

    /** After the harvest: what indexes announce otherwise than before is NEW, and decided about anew. */
    void lookAtChanges() {
        for (FoundState state : List.of(FoundState.COMPLETE, FoundState.INCOMPLETE, FoundState.STOPPED)) {
            each(state, one -> one.tracking().isChanged() ? changed(one) : one);
        }
    }

    private interface Look {
        FoundDataset of(FoundDataset one);
    }

    private void each(FoundState state, Look look) {
        @Nullable String cursor = null;
        do {
            RowPage<FoundDataset> page = catalog.subscriptions().page(number, state, cursor, RowPage.ROWS_MAX);
            List<FoundDataset> after = new ArrayList<>();
            for (FoundDataset one : page.rows()) {
                FoundDataset seen = look.of(one);
                if (!seen.equals(one)) after.add(seen);
            }
            if (!after.isEmpty()) {
                long unused = Durable.await(catalog.subscriptions().decide(number, after));
            }
            cursor = page.nextCursor();
        } while (cursor != null);
    }

    private FoundDataset requested(FoundDataset one) {
        ReplicationRequest request = Optional.ofNullable(one.request())
                .flatMap(catalog.requests()::find)
                .orElse(null);
        if (request == null || request.state() == RequestState.OPEN || request.decision() == null) return one;
        ReplicationRequest.Decision decision = request.decision();
        if (request.state() != RequestState.APPROVED) {
            return one.as(
                    FoundState.STOPPED,
                    "request-" + request.number() + " was "
                            + request.state().name().toLowerCase(Locale.ROOT));
        }
        JobId job = decision.job();
        if (job == null) return one;
        FoundDataset.Order order = new FoundDataset.Order(one.batch(), job, one.request());
        return submitted(new FoundDataset(
                one.instanceId(), FoundState.SUBMITTED, one.text(), order, one.foundAt(), one.tracking()));
    }

    private FoundDataset submitted(FoundDataset one) {
        Optional<Job> found = last(one.job());
        if (found.isEmpty() || found.get().isDeleted()) return withoutJob(one);
        Job job = found.get();
        return switch (job.state()) {
            case SUCCEEDED -> complete(one);
            case CANCELLED ->
                one.as(FoundState.STOPPED, job.id() + " was cancelled; 'bdm-client subscribe run' tries it again");
            case PARTIAL, FAILED -> isHere(one) ? complete(one) : failed(one, job);
            default -> one;
        };
    }

    /** A job that was removed tells nothing: what is here in part is to be made whole, what is gone was taken away by somebody. */
    private FoundDataset withoutJob(FoundDataset one) {
        HeldDataset held = held(one);
        return held == null || isHere(one) ? complete(one) : paused(one, "its job was removed, and it is here in part");
    }

    private static FoundDataset complete(FoundDataset one) {
        Tracking before = one.tracking();
        return one.as(FoundState.COMPLETE, "").with(new Tracking(before.isChanged(), before.extent(), 0, null, null));
    }

    private FoundDataset failed(FoundDataset one, Job job) {
        return paused(one, job.id() + " ended " + job.state());
    }

    private FoundDataset paused(FoundDataset one, String why) {
        Tracking before = one.tracking();
        Instant retryAt = now.plus(pause(before.tries()));
        Instant since = Objects.requireNonNullElse(before.since(), now);
        return one.as(FoundState.INCOMPLETE, why + "; it is tried again by the first run after " + retryAt)
                .with(new Tracking(before.isChanged(), before.extent(), before.tries() + 1, retryAt, since));
    }

    /** The pause after so many tries that came before the last one. */
    static Duration pause(int tries) {
        if (tries >= 8) return PAUSE_LONGEST;
        Duration pause = PAUSE_FIRST.multipliedBy(1L << tries);
        return pause.compareTo(PAUSE_LONGEST) < 0 ? pause : PAUSE_LONGEST;
    }

    private FoundDataset incomplete(FoundDataset one) {
        Optional<Job> last = last(one.job());
        boolean isRetried = last.isPresent() && !last.get().id().equals(one.job());
        if (isRetried && !last.get().state().isFinal()) return one;
        if ((isRetried && last.get().state() == JobState.SUCCEEDED) || isHere(one)) return complete(one);
        Instant retryAt = one.tracking().retryAt();
        return isAsked || retryAt == null || !retryAt.isAfter(now) ? again(one) : one;
    }

    /** To be ordered whether or not anything changed. */
    private static FoundDataset again(FoundDataset one) {
        return one.as(FoundState.NEW, "").with(one.tracking().of(""));
    }

    private static FoundDataset changed(FoundDataset one) {
        return one.as(FoundState.NEW, "indexes announce a change");
    }

    private Optional<Job> last(@Nullable JobId job) {
        if (job == null) return Optional.empty();
        return jobs.computeIfAbsent(
                job, asked -> catalog.jobs().find(catalog.failedJobs().lastRetry(asked)));
    }

    private @Nullable HeldDataset held(FoundDataset one) {
        String key = one.instanceId().toLowerCase(Locale.ROOT);
        return catalog.holdings().ofDatasets(List.of(one.instanceId())).get(key);
    }

    /** True if every file that is listed is held here. */
    private boolean isHere(FoundDataset one) {
        HeldDataset held = held(one);
        if (held == null) return false;
        KnownDataset known = catalog.holdings()
                .knownDatasets(List.of(one.instanceId()))
                .get(one.instanceId().toLowerCase(Locale.ROOT));
        Long sum = known == null ? null : known.nameSum();
        return sum != null && sum == held.nameSum();
    }
}
