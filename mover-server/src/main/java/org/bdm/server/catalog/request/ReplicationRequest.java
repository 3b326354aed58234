package org.bdm.server.catalog.request;

import java.time.Instant;
import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A request of somebody to a manager to replicate something.
 *
 * @param number of the request; 0 before it is kept
 * @param reason in the words of the requester
 * @param draft number of the draft that is asked for; null if the wish says it
 * @param wish JSON of dataset ids or a query, which the API writes and reads
 * @param datasets as far as known; null if not
 * @param files as far as known
 * @param bytes as far as known
 * @param createdAt when it was kept; anything before that
 * @param decision null while it is open
 */
public record ReplicationRequest(
        long number,
        String requester,
        String reason,
        @Nullable Long draft,
        String wish,
        @Nullable Long datasets,
        @Nullable Long files,
        @Nullable Long bytes,
        RequestState state,
        Instant createdAt,
        @Nullable Decision decision) {
    /**
     * The decision on the request.
     *
     * @param by who approved, declined or withdrew it
     * @param remark for the requester; may be empty
     * @param job that does it; null for none
     */
    public record Decision(
            Instant at, String by, String remark, @Nullable JobId job) {}
}
