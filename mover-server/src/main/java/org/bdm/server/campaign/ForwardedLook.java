package org.bdm.server.campaign;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A look of a site into a job that it passed on: at its files, at one of them, at its events.
 *
 * @param job its id at the site that has it
 * @param by who asks
 * @param file id of the file that is asked for; null for a list
 * @param state only files in this state; null for all
 * @param q only files whose path begins with this; null for all
 * @param cursor of the page before; null for the first
 * @param limit entries of a page, 1 to 1,000; null for 100. The answer may have fewer and still a next page
 */
public record ForwardedLook(
        String job,
        String by,
        @Nullable String file,
        @Nullable String state,
        @Nullable String q,
        @Nullable String cursor,
        @Nullable Integer limit) {
    /** Refuses a message that lacks a part. */
    public ForwardedLook {
        Objects.requireNonNull(job, "job is missing");
        Objects.requireNonNull(by, "by is missing");
    }
}
