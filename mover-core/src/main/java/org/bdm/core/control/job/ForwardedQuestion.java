package org.bdm.core.control.job;

import java.util.Objects;

/**
 * A question of a site about a job that it passed on, or a change of it.
 *
 * @param job Its id at the site that has it.
 * @param by Who asks.
 */
public record ForwardedQuestion(String job, String by) {
    /** Refuses a message that lacks a part. */
    public ForwardedQuestion {
        Objects.requireNonNull(job, "job is missing");
        Objects.requireNonNull(by, "by is missing");
    }
}
