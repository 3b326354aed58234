package org.bdm.core.control.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened; it never changes afterwards.
 *
 * @param id Number of the event, ascending; also the id in the live feed. Such as {@code 3}.
 * @param jobId Id of the job; null if the event is about no job. Such as {@code job-7}.
 * @param fileId Id of the file; null if the event is about no single file. Such as {@code file-134217728}.
 * @param kind What happened: the new state of the job, or a word such as LISTING_RAN, NEW_VERSION_FOUND, RUN_CAPPED or HOLDING_DAMAGED.
 * Such as {@code ACTIVE}.
 * @param code Code of the reason, an error code as a rule; null for none. Such as {@code NO_SPACE}.
 */
public record EventView(
        String id,
        Instant at,
        @Nullable String jobId,
        @Nullable String fileId,
        String kind,
        @Nullable String code,
        String text) {
    /** The same, of a job that is called otherwise here. */
    public EventView ofJob(String other) {
        return new EventView(id, at, other, fileId, kind, code, text);
    }
}
