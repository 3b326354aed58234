package org.bdm.server.upkeep;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.retention.ExpiredRows;

/** Removes from the catalog what its time is over for, in small steps; docs/catalog.md says how long what is kept. Blocks. */
public final class Retention {
    static final Duration COPIES_OF_ENDED_JOBS = Duration.ofDays(30);
    static final Duration MISSING_COPIES = Duration.ofDays(365);
    static final Duration NODE_HISTORIES = Duration.ofDays(30);
    static final Duration TRANSFER_HISTORY = Duration.ofDays(400);
    static final int TRANSFER_HISTORY_JOBS = 20_000;

    static final Duration COMPARED_FILES = Duration.ofDays(400);

    static final Duration UNFINISHED_LISTS = Duration.ofHours(24);
    private static final int LISTS_AT_ONCE = 100;

    private final Catalog catalog;
    private final ExpiredRows expired;
    private final JobRemovals jobs;
    private final KeptFor kept;
    private final InstantSource clock;

    /** Of one catalog. */
    public Retention(Catalog catalog, JobRemovals jobs, KeptFor kept, InstantSource clock) {
        this.catalog = catalog;
        this.expired = catalog.expiredRows();
        this.jobs = jobs;
        this.kept = kept;
        this.clock = clock;
    }

    /** One pass. An interrupt ends it after the step that is under way. */
    public void pass() {
        Instant now = clock.instant();
        cancelUnfinishedLists(now);
        copiesOfEndedJobs(now.minus(COPIES_OF_ENDED_JOBS));
        inSteps(() -> expired.forgetMissing(now.minus(MISSING_COPIES)));
        inSteps(() -> catalog.comparedFiles().forget(now.minus(COMPARED_FILES)));
        inSteps(() -> catalog.transferHistory().forget(now.minus(TRANSFER_HISTORY), TRANSFER_HISTORY_JOBS));
        inSteps(() -> catalog.rates().forget(now));
        jobs.pass(kept);
        var unused = Durable.await(expired.forgetNodes(now.minus(NODE_HISTORIES)));
    }

    /** Jobs whose list nobody completes end like those that a person cancels. */
    private void cancelUnfinishedLists(Instant now) {
        JobReason reason = new JobReason(
                "LIST_ABANDONED", "Its list was not completed, and got no entry for 24 hours.", now, null);
        for (JobId job : catalog.partedLists().abandoned(now.minus(UNFINISHED_LISTS), LISTS_AT_ONCE)) {
            var unused = Durable.await(catalog.jobs().cancel(job, reason));
        }
    }

    private void copiesOfEndedJobs(Instant endedBefore) {
        Optional<JobId> next = expired.jobWithCopies(new JobId(1));
        while (next.isPresent() && !Thread.currentThread().isInterrupted()) {
            JobId job = next.get();
            if (expired.isOver(job, endedBefore)) inSteps(() -> expired.forgetCopies(job));
            next = expired.jobWithCopies(new JobId(job.number() + 1));
        }
    }

    private static void inSteps(Supplier<CompletableFuture<Integer>> step) {
        while (!Thread.currentThread().isInterrupted() && Durable.await(step.get()) > 0) continue;
    }
}
