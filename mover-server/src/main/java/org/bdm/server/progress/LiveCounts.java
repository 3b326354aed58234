package org.bdm.server.progress;

import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.job.JobCounts;

/**
 * Files per state at one moment, with those under way; all but {@code total} add up to {@code total}.
 *
 * @param pending neither begun nor ended
 */
public record LiveCounts(
        long total,
        long pending,
        long active,
        long verifying,
        long waiting,
        long done,
        long skipped,
        long failed,
        long cancelled) {

    /** Splits the catalog's PENDING files by what runs; the two looks are not of the same instant, so the catalog decides. */
    public static LiveCounts of(JobCounts counts, LiveJob live) {
        long open = counts.in(FileState.PENDING).files();
        long active = Math.min(live.filesActive(), open);
        long verifying = Math.min(live.filesVerifying(), open - active);
        return new LiveCounts(
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
}
