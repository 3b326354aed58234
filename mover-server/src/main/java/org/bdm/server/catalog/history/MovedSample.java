package org.bdm.server.catalog.history;

import java.time.Instant;
import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Bytes and files that a link or a job moved within one step of time.
 *
 * @param at begin of the step
 * @param job null for a link
 * @param source of a link: name of a site, host of a data node, or empty for the rest; empty for a job
 * @param bytes payload that arrived, at least 0
 * @param files that were finished, at least 0
 * @param failures tries of files over a link that failed, at least 0; not counted of a job
 */
public record MovedSample(Instant at, @Nullable JobId job, String source, long bytes, long files, long failures) {
    /** Without failures. */
    public MovedSample(Instant at, @Nullable JobId job, String source, long bytes, long files) {
        this(at, job, source, bytes, files, 0);
    }

    /** The same as a part of a longer step. */
    public MovedSample in(int stepSeconds) {
        long step = stepSeconds * 1_000L;
        return new MovedSample(
                Instant.ofEpochMilli(Math.floorDiv(at.toEpochMilli(), step) * step),
                job,
                source,
                bytes,
                files,
                failures);
    }

    /** The same as a part of the links that are not told apart. */
    public MovedSample ofRest() {
        return new MovedSample(at, job, "", bytes, files, failures);
    }

    /** Adds what the same moved in the same step. */
    public MovedSample plus(MovedSample other) {
        return new MovedSample(at, job, source, bytes + other.bytes, files + other.files, failures + other.failures);
    }
}
