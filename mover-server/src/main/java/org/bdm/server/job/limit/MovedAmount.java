package org.bdm.server.job.limit;

/**
 * An amount of work that came over a link, or was done for a job.
 *
 * @param bytes payload, at least 0
 * @param files finished, at least 0
 * @param failures tries of files that failed, at least 0
 */
public record MovedAmount(long bytes, long files, long failures) {
    /** Both together. */
    public MovedAmount plus(MovedAmount other) {
        return new MovedAmount(bytes + other.bytes, files + other.files, failures + other.failures);
    }
}
