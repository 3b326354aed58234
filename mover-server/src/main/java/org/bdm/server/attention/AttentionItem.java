package org.bdm.server.attention;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.job.Job;
import org.jspecify.annotations.Nullable;

/**
 * One thing that needs a person.
 *
 * @param target of its kind: a job, a dataset version; empty where there is only one
 * @param cause the code, what it means here, and since when
 * @param files that wait for the person; 0 where it is not about files
 * @param job the job; null where it is not about one
 * @param owner of the job; null where it is not about one
 */
public record AttentionItem(
        AttentionKind kind,
        String target,
        Cause cause,
        long files,
        @Nullable JobId job,
        @Nullable String owner,
        Remedy remedy) {
    /**
     * Why it needs a person.
     *
     * @param text one sentence
     * @param advice what the person can do
     * @param since when it was seen first; whole milliseconds
     * @param lastAt when it was seen last; whole milliseconds
     * @param times how often it was seen: a job whose retries failed too counts them
     */
    public record Cause(String code, String text, String advice, Instant since, Instant lastAt, int times) {
        /** Drops what the catalog does not keep of times. */
        public Cause {
            since = since.truncatedTo(ChronoUnit.MILLIS);
            lastAt = lastAt.truncatedTo(ChronoUnit.MILLIS);
        }
    }

    static AttentionItem ofJob(AttentionKind kind, Job job, Cause cause, long files, Remedy remedy) {
        return new AttentionItem(
                kind, job.id().toString(), cause, files, job.id(), job.request().owner(), remedy);
    }

    /** Its stable name: the kind and the target. */
    public String id() {
        return kind.id(target);
    }
}
