package org.bdm.core.control.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened; never changed afterwards.
 *
 * @param id ascending; also the id of the live feed
 * @param kind what happened, e.g. {@code JOB_STATE} or {@code FILE_FAILED}
 * @param text one sentence for people
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
