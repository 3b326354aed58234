package org.bdm.core.control.job;

import java.util.Objects;

/**
 * A job that one site passes on to the site of its destination, over the data port.
 *
 * @param owner Who submitted it there.
 * @param key The same key and job give the same job, however often they are sent.
 */
public record ForwardedJob(String owner, String key, SubmitJob job) {
    /** Refuses a message that lacks a part. */
    public ForwardedJob {
        Objects.requireNonNull(owner, "owner is missing");
        Objects.requireNonNull(key, "key is missing");
        Objects.requireNonNull(job, "job is missing");
    }
}
