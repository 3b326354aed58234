package org.bdm.server.api.job;

import java.time.Clock;
import java.util.Locale;
import org.bdm.core.control.job.ByteCounts;
import org.bdm.core.control.job.FileCounts;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.RateView;
import org.bdm.core.control.job.StateReason;
import org.bdm.core.fetch.BytesUnderWay;
import org.bdm.core.transfer.FileState;
import org.bdm.server.campaign.JobLook;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.job.estimate.KnownHistory;
import org.bdm.server.job.estimate.KnownLimits;
import org.bdm.server.job.progress.BytesShown;
import org.bdm.server.job.progress.Explanation;
import org.bdm.server.job.progress.Explanations;
import org.bdm.server.job.progress.LiveJob;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.job.submit.Priority;
import org.jspecify.annotations.Nullable;

/** Jobs as the API shows them: what the catalog knows, and what runs at this moment. */
public final class JobViews implements JobLook {
    private final Catalog catalog;
    private final LiveJobs live;
    private final StandingReasons reasons;
    private final Clock clock;
    private final EndEstimate ends;
    private final BytesShown bytesShown = new BytesShown();

    JobViews(Catalog catalog, LiveJobs live, StandingReasons reasons, Clock clock) {
        this.catalog = catalog;
        this.live = live;
        this.reasons = reasons;
        this.clock = clock;
        this.ends = new EndEstimate(
                new KnownHistory(catalog.transferHistory(), clock), new KnownLimits(catalog.limits(), clock));
    }

    @Override
    public JobView view(Job job) {
        return of(job);
    }

    JobView of(Job job) {
        // The catalog comes first: the bytes of a file that ends in between are then missing for a moment, which is not
        // shown, rather than counted twice.
        JobCounts counts = catalog.jobs().counts(job.id());
        LiveJob running = live.of(job.id());
        JobRequest request = job.request();
        JobSettings kept = request.settings();
        return new JobView(
                job.id().toString(),
                request.label().isEmpty() ? null : request.label(),
                request.kind().name(),
                request.owner(),
                job.state().shown().name(),
                reason(job, counts, running),
                request.source(),
                request.destination(),
                Priority.ofStored(request.priority()),
                job.createdAt(),
                job.startedAt(),
                job.endedAt(),
                job.listingComplete() || request.kind() == JobKind.BENCH, // which has no files
                files(counts, running),
                bytes(job, counts, running),
                new RateView(running.bytesPerSecond(), running.filesPerSecond()),
                ends.of(job, counts, running, clock.instant()),
                running.limitedBy().isEmpty() ? null : running.limitedBy(),
                kept.verify().name().toLowerCase(Locale.ROOT),
                job.dataSecurity(),
                request.retryOf() == null ? null : request.retryOf().toString(),
                MirrorViews.of(catalog, job),
                job.unknownDatasets());
    }

    /** Splits the PENDING files of the catalog by what runs; the two looks are not of the same instant, so the catalog decides. */
    static FileCounts files(JobCounts counts, LiveJob running) {
        long open = counts.in(FileState.PENDING).files();
        long active = Math.min(running.filesActive(), open);
        long verifying = Math.min(running.filesVerifying(), open - active);
        return new FileCounts(
                counts.total().files(),
                open - active - verifying,
                active,
                verifying,
                counts.in(FileState.WAITING).files(),
                counts.in(FileState.DONE).files(),
                counts.in(FileState.SKIPPED_SAME).files(),
                counts.in(FileState.FAILED).files(),
                counts.in(FileState.CANCELLED).files());
    }

    private ByteCounts bytes(Job job, JobCounts counts, LiveJob running) {
        BytesUnderWay there = bytesShown.of(job, counts, running);
        return new ByteCounts(
                counts.total().bytes(),
                there.moved(),
                there.durable(),
                counts.in(FileState.SKIPPED_SAME).bytes(),
                counts.in(FileState.FAILED).bytes(),
                counts.bytesResent());
    }

    private @Nullable StateReason reason(Job job, JobCounts counts, LiveJob running) {
        if (!Explanations.isStanding(job, running) && !Explanations.isEmpty(job, counts)) return null;
        Explanation why = reasons.of(job, counts, running);
        String code = why.code() == null ? job.state().shown().name() : why.code();
        return new StateReason(code, why.reason(), why.since(), why.nextAt());
    }
}
