package org.bdm.server.api.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.control.job.EstimateView;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.job.estimate.Forecast;
import org.bdm.server.job.estimate.KnownHistory;
import org.bdm.server.job.estimate.KnownLimits;
import org.bdm.server.job.estimate.SourceName;
import org.bdm.server.job.estimate.WorkLeft;
import org.bdm.server.job.progress.LiveJob;
import org.jspecify.annotations.Nullable;

/** Predicts the end of a running job from the rest of it, its speed now, and the times of earlier jobs of its link. Blocks now and then. */
final class EndEstimate {
    private static final Duration LONGEST = Duration.ofDays(3650);

    private final KnownHistory history;
    private final KnownLimits limits;

    EndEstimate(KnownHistory history, KnownLimits limits) {
        this.history = history;
        this.limits = limits;
    }

    /** Null while the listing is not complete, nothing moves, or nothing is left. */
    @Nullable EstimateView of(Job job, JobCounts counts, LiveJob live, Instant now) {
        boolean moves = live.bytesPerSecond() > 0
                || live.filesPerSecond() > 0
                || live.filesActive() + live.filesVerifying() > 0;
        if (job.state() != JobState.ACTIVE || !job.listingComplete() || !moves) return null;
        WorkLeft left = left(job, counts, live);
        if (left.files() == 0) return null;
        Set<String> source = left.source() == null ? Set.of() : Set.of(left.source());
        long limit = limits.bytesPerSecond(job.request());
        Forecast rest = history.recent(source).rest(left);
        if (limit > 0) rest = rest.notBefore((double) left.bytes() / limit);
        if (rest.p90Seconds() > LONGEST.toSeconds()) return null;
        return new EstimateView(at(now, rest.p10Seconds()), at(now, rest.p50Seconds()), at(now, rest.p90Seconds()));
    }

    private static WorkLeft left(Job job, JobCounts counts, LiveJob live) {
        Amount all = counts.total();
        long bytes = ByteTotal.plus(
                counts.in(FileState.PENDING).bytes(),
                counts.in(FileState.WAITING).bytes());
        bytes -= Math.min(bytes, live.bytes().moved());
        double done = all.bytes() > 0
                ? 1 - (double) bytes / all.bytes()
                : 1 - (double) counts.open() / Math.max(1, all.files());
        String source = job.request().source();
        return new WorkLeft(
                source == null ? null : SourceName.of(source),
                counts.open(),
                bytes,
                Math.min(1, Math.max(0, done)),
                live.bytesPerSecond(),
                live.filesPerSecond());
    }

    private static Instant at(Instant now, double seconds) {
        return now.plusMillis(Math.round(seconds * 1000));
    }
}
