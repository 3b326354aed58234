package org.bdm.server.campaign;

import java.util.Objects;
import org.bdm.core.control.job.PatchJob;
import org.jspecify.annotations.Nullable;

/**
 * A change that a site wants of a job that it passed on.
 *
 * @param job its id at the site that has it
 * @param by who wants it
 * @param key of a retry: the same key gives the same new job, however often it is sent; null for other changes
 * @param ifMatch the ETag that the job must have, several, or {@code *}; null takes every job
 * @param changes of priority and rate; null for other changes
 */
public record ForwardedChange(
        String job,
        String by,
        @Nullable String key,
        @Nullable String ifMatch,
        @Nullable PatchJob changes) {
    /** Refuses a message that lacks a part. */
    public ForwardedChange {
        Objects.requireNonNull(job, "job is missing");
        Objects.requireNonNull(by, "by is missing");
    }
}
