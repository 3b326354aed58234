package org.bdm.server.catalog.survey;

import java.time.Instant;
import org.bdm.server.catalog.holding.Failure;
import org.jspecify.annotations.Nullable;

/**
 * Work on holdings that takes its time.
 *
 * @param owner who asked for it
 * @param subject endpoint of this site, or for VERIFY a dataset or a job
 * @param withIndex whether RECONCILE also compares with the replica sets that are known
 * @param progress how far it is
 * @param failure why it FAILED; null otherwise
 * @param endedAt null while it is OPEN
 * @param acceptReason why a SCAN takes changed files as they are; null if it does not
 */
public record Survey(
        long number,
        SurveyKind kind,
        String owner,
        String subject,
        boolean withIndex,
        SurveyState state,
        Progress progress,
        @Nullable Failure failure,
        Instant createdAt,
        @Nullable Instant endedAt,
        @Nullable String acceptReason) {

    /**
     * Counts.
     *
     * @param files looked at
     * @param bytes their sizes
     * @param findings differences told
     */
    public record Progress(long files, long bytes, long findings) {
        /** Nothing yet. */
        public static final Progress NONE = new Progress(0, 0, 0);
    }
}
