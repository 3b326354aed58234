package org.bdm.extension.demo;

import java.time.Duration;
import java.time.Instant;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobState;

/**
 * A made-up job, before its files are drawn.
 *
 * @param number from 1, in the order of submission
 * @param from name of the source's site, or host of a data node
 * @param export at this site
 * @param files that it has; 0 for a measurement, and for one that nobody listed yet
 * @param endedFiles how many of them, from the first, have ended
 * @param trouble why it is paused, why files of it failed, or why it failed as a whole; null: nothing went wrong
 * @param retryOf the job that it tries again; 0: none
 */
record DemoJob(
        int number,
        JobKind kind,
        JobState state,
        String owner,
        String label,
        String from,
        String export,
        int files,
        int endedFiles,
        DemoTrouble trouble,
        int retryOf,
        Instant createdAt) {
    private static final long MIB = 1L << 20;

    /** Measured over its life. */
    long bytesPerSecond() {
        return (90 + number * 37L % 700) * MIB;
    }

    Instant startedAt() {
        return createdAt.plus(Duration.ofSeconds(4 + number % 50));
    }

    /** When it stopped to move files, of one that is paused: nothing of it is later. */
    Instant pausedAt(Instant now) {
        Instant worked = startedAt().plusSeconds(3_000);
        Instant last = now.minus(Duration.ofMinutes(5));
        return worked.isBefore(last) ? worked : last;
    }

    /** The last moment at which something of it may have happened, if it did not end before. */
    Instant lastWork(Instant now) {
        return state == JobState.PAUSED ? pausedAt(now) : now;
    }

    boolean isOfItems() {
        return kind == JobKind.BATCH || kind == JobKind.REPLICA_SET || kind == JobKind.REPAIR || kind == JobKind.FILE;
    }

    boolean isListed() {
        return state != JobState.QUEUED && state != JobState.PLANNING && (files > 0 || kind == JobKind.BENCH);
    }

    /** Of the files that ended, each so many-th failed; 0: none. */
    int failsEach() {
        if (state == JobState.FAILED) return 1;
        if (state == JobState.PARTIAL) return Math.max(2, files / 7);
        return state == JobState.ACTIVE && number % 3 == 0 ? Math.max(50, files / 4) : 0;
    }

    /** Files behind those that ended that wait to be tried again. */
    int waiting() {
        return state == JobState.ACTIVE && number % 2 == 0 ? Math.min(3, files - endedFiles) : 0;
    }
}
