package org.bdm.server.catalog;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;

/** Jobs: their states, counts, items and reports. Writes never wait for room: TOO_MANY_REQUESTS if the committer's queue is full. */
public final class Jobs {

    /** The job; empty if there is none or it is still being received. */
    public Optional<Job> find(JobId job) {
        throw new UnsupportedOperationException("to come");
    }

    /** Jobs, newest first. */
    public Page<Job> page(JobQuery query) {
        throw new UnsupportedOperationException("to come");
    }

    /** Jobs in these states, highest priority first, then oldest; at most {@code rowsMax}. */
    public List<Job> inOrder(Set<JobState> states, int rowsMax) {
        throw new UnsupportedOperationException("to come");
    }

    /** Files and bytes of a job, as of the last commit. */
    public JobCounts counts(JobId job) {
        throw new UnsupportedOperationException("to come");
    }

    /** Errors of FAILED files, most frequent first. */
    public List<JobError> errors(JobId job) {
        throw new UnsupportedOperationException("to come");
    }

    /** Items from number {@code from} on, at most {@code itemsMax}. */
    public List<NumberedItem> items(JobId job, int from, int itemsMax) {
        throw new UnsupportedOperationException("to come");
    }

    /**
     * Changes the state, and writes an event with the reason. The only way to change it. Becoming PAUSED remembers where it was; PAUSED goes
     * back only there (or ends). The future gives the job after the change; it fails with ILLEGAL_STATE if the table does not allow it,
     * UNKNOWN_JOB.
     */
    public CompletableFuture<Job> change(JobId job, JobState next, @Nullable StateReason reason) {
        throw new UnsupportedOperationException("to come");
    }

    /**
     * Ends the job, with its report in the same transaction. The future fails as that of {@link #change}.
     *
     * @param reportJson a JSON object
     */
    public CompletableFuture<Job> end(JobId job, JobState last, @Nullable StateReason reason, String reportJson) {
        throw new UnsupportedOperationException("to come");
    }

    /** Takes a PAUSED job back to where it was; fails with ILLEGAL_STATE if it is not PAUSED. */
    public CompletableFuture<Job> resume(JobId job) {
        throw new UnsupportedOperationException("to come");
    }

    /** Says why a job that stays in its state does not move; null clears it. Nothing is written to a final job. */
    public CompletableFuture<Job> explain(JobId job, @Nullable StateReason reason) {
        throw new UnsupportedOperationException("to come");
    }

    /** Sets priority (1 to 5) and rate (bytes per second, 0 for no limit); null leaves one as it is. Fails with ILLEGAL_STATE if final. */
    public CompletableFuture<Job> steer(
            JobId job, @Nullable Integer priority, @Nullable Long maxRateBytesPerSecond) {
        throw new UnsupportedOperationException("to come");
    }

    /** Notes how the data of the job moves: {@code tls}, {@code plain}, {@code local}, or several joined by '+'. */
    public CompletableFuture<Job> noteDataSecurity(JobId job, String dataSecurity) {
        throw new UnsupportedOperationException("to come");
    }

    /** The report of a job that ended, as JSON; empty before. */
    public Optional<String> report(JobId job) {
        throw new UnsupportedOperationException("to come");
    }
}
