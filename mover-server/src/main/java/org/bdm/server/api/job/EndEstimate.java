package org.bdm.server.api.job;

import java.time.Duration;
import java.time.Instant;
import org.bdm.core.control.job.EstimateView;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.job.progress.LiveJob;
import org.jspecify.annotations.Nullable;

/**
 * When a job ends, from what is left and the speed of the last seconds, by bytes or by files, whichever takes longer. It knows no history,
 * so it spreads: a tenth end in 0.8 of the time or less, nine tenths within twice.
 */
final class EndEstimate {
    private static final Duration LONGEST = Duration.ofDays(3650);

    private EndEstimate() {}

    /** Null while the listing is not complete, nothing moves, or nothing is left. */
    static @Nullable EstimateView of(Job job, JobCounts counts, LiveJob live, Instant now) {
        if (job.state() != JobState.ACTIVE || !job.listingComplete()) return null;
        long files = counts.open();
        long bytes = counts.in(FileState.PENDING).bytes()
                + counts.in(FileState.WAITING).bytes();
        bytes -= Math.min(bytes, live.bytes().moved());
        if (files == 0 || (live.bytesPerSecond() <= 0 && live.filesPerSecond() <= 0)) return null;
        double byBytes = live.bytesPerSecond() > 0 ? (double) bytes / live.bytesPerSecond() : 0;
        double byFiles = live.filesPerSecond() > 0 ? files / live.filesPerSecond() : 0;
        // Many small files are bound by files, few large ones by bytes: a rate of files means little while a large one
        // is under way.
        double seconds = bytes > 0 && byBytes > 0 ? Math.max(byBytes, files > 1000 ? byFiles : 0) : byFiles;
        if (seconds <= 0 || seconds > LONGEST.toSeconds()) return null;
        return new EstimateView(at(now, seconds * 0.8), at(now, seconds), at(now, seconds * 2));
    }

    private static Instant at(Instant now, double seconds) {
        return now.plusMillis(Math.round(seconds * 1000));
    }
}
