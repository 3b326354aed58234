package org.bdm.server.catalog.removal;

import java.time.Instant;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.holding.Failure;
import org.jspecify.annotations.Nullable;

/**
 * A list of files that may be removed, for a person to look at.
 *
 * @param selection what was asked for, in words
 * @param withoutSuccessor whether superseded files are in it whose newer version is not complete and verified here
 * @param failure why it could not be made; null otherwise
 * @param expiresAt when it can no longer be applied
 * @param application null until it is applied
 * @param mirror the job that made it; null for a plan of datasets
 * @param replaces true if its files are what that job replaced, which nobody reviewed
 * @param note what a removal does in the buckets that it has files of, in words; empty for directories alone
 */
public record PurgePlan(
        long number,
        String owner,
        String selection,
        boolean withoutSuccessor,
        PurgeState state,
        Amount amount,
        @Nullable Failure failure,
        Instant createdAt,
        Instant expiresAt,
        @Nullable Application application,
        @Nullable MirroredTree mirror,
        boolean replaces,
        String note) {

    /**
     * The mirror job behind a plan.
     *
     * @param destinationFiles files and symbolic links that were found at its destination; 0 until the plan is made
     * @param cautions directories that look as if their file system were not mounted at the source
     */
    public record MirroredTree(JobId job, long destinationFiles, int cautions) {
        /** Without cautions. */
        public MirroredTree(JobId job, long destinationFiles) {
            this(job, destinationFiles, 0);
        }
    }

    /** Returns the beginning of its names in the quarantine; the time tells plans of another catalog apart. */
    public String quarantinePrefix() {
        return "purge-" + number + "-" + createdAt.getEpochSecond() + "-";
    }

    /** The mirror job that made it. */
    public JobId mirrorJob() {
        if (mirror == null) throw new IllegalStateException("purge-" + number + " is not of a mirror");
        return mirror.job();
    }

    /**
     * True if who applies it must repeat the number of files: it is of a mirror, and takes most of the destination, or a directory looks odd, or
     * it removes from a bucket, from where nothing can be brought back.
     */
    public boolean needsCount() {
        return takesMost() || (mirror != null && (mirror.cautions() > 0 || !note.isEmpty()));
    }

    /** True if it takes more than half of the destination of its mirror. */
    public boolean takesMost() {
        return mirror != null && !replaces && amount.files() > mirror.destinationFiles() / 2;
    }

    /** Returns what of it is in the quarantine now. */
    public Quarantined quarantined() {
        return application == null ? new Quarantined(0, 0) : application.quarantined();
    }

    /** The contents of the plan. */
    public record Amount(long datasets, long files, long bytes) {}

    /**
     * The progress of its application.
     *
     * @param removedBytes sizes of the names that were removed; bytes that have other names are still there
     * @param keptFiles files that were not removed, each with a reason
     * @param endedAt null while it goes on
     * @param quarantined which of the removed files are in the quarantine
     */
    public record Application(
            String by,
            Instant begunAt,
            @Nullable Instant endedAt,
            long removedFiles,
            long removedBytes,
            long keptFiles,
            Quarantined quarantined) {}

    /** Files of a plan that are in the quarantine now. */
    public record Quarantined(long files, long bytes) {}
}
