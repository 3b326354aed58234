package org.bdm.server.catalog.job;

import org.bdm.core.id.JobId;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.settings.KeptSettings;
import org.jspecify.annotations.Nullable;

/**
 * The request of a job, without its items.
 *
 * @param owner who asked; the scope of idempotency keys
 * @param label free text of at most 200 characters; may be empty
 * @param priority 1 to 5, higher goes first
 * @param maxRateBytesPerSecond 0 for no limit
 * @param kept the options, checked
 * @param source for display: the common source; null for a batch
 * @param destination for display: the common destination; null for a batch
 * @param retryOf the job whose failed files this one tries again
 */
public record JobRequest(
        JobKind kind,
        String owner,
        String label,
        int priority,
        long maxRateBytesPerSecond,
        KeptSettings kept,
        @Nullable String source,
        @Nullable String destination,
        @Nullable JobId retryOf) {
    /** Longest label, in characters. */
    public static final int LABEL_LENGTH_MAX = 200;

    /** Refuses what is out of range. */
    public JobRequest {
        if (priority < 1 || priority > 5) throw new IllegalArgumentException("priority is not 1 to 5: " + priority);
        if (maxRateBytesPerSecond < 0) throw new IllegalArgumentException("rate is negative: " + maxRateBytesPerSecond);
        if (label.length() > LABEL_LENGTH_MAX)
            throw new IllegalArgumentException("label is longer than 200 characters");
    }

    /** Returns the options; INTERNAL if the catalog holds what this program cannot read. */
    public JobSettings settings() {
        return kept.read();
    }

    /** The same with another source and destination for display. */
    public JobRequest shownAs(@Nullable String otherSource, @Nullable String otherDestination) {
        return new JobRequest(
                kind, owner, label, priority, maxRateBytesPerSecond, kept, otherSource, otherDestination, retryOf);
    }
}
