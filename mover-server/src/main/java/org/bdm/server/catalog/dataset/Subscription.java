package org.bdm.server.catalog.dataset;

import java.time.Duration;
import java.time.Instant;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A standing query.
 *
 * @param number 0 before it is kept
 * @param owner in whose name its jobs are submitted
 * @param messageJson the replica-set job that it makes, without its datasets; the API writes and reads it
 * @param every from the beginning of one run to that of the next
 * @param nextAt when it is due
 * @param last what the last run did; null before the first
 */
public record Subscription(
        long number,
        String owner,
        String label,
        SubscriptionState state,
        String messageJson,
        Duration every,
        Choices choices,
        Instant createdAt,
        Instant nextAt,
        long runs,
        @Nullable Run last) {

    /**
     * The treatment of what a subscription finds.
     *
     * @param tellsNewVersions whether a newer version of a dataset that was found or held before is only told
     * @param needsApproval whether a request is made instead of a job
     * @param onRetracted null for what the server does
     * @param onSuperseded null for what the server does
     * @param caps what one run takes at most
     */
    public record Choices(
            boolean tellsNewVersions,
            boolean needsApproval,
            @Nullable HoldingPolicy onRetracted,
            @Nullable HoldingPolicy onSuperseded,
            RunCaps caps) {
        /** Without caps. */
        public Choices(
                boolean tellsNewVersions,
                boolean needsApproval,
                @Nullable HoldingPolicy onRetracted,
                @Nullable HoldingPolicy onSuperseded) {
            this(tellsNewVersions, needsApproval, onRetracted, onSuperseded, RunCaps.NONE);
        }
    }

    /**
     * One run.
     *
     * @param endedAt null while it goes on, or if the process ended in it
     * @param found dataset versions that indexes named
     * @param added of these, how many were not known to the subscription
     * @param jobs jobs and requests that were made
     * @param left dataset versions that the caps left to the next run
     * @param trouble what went wrong, with the index; empty if nothing did
     */
    public record Run(
            Instant begunAt, @Nullable Instant endedAt, long found, long added, long jobs, long left, String trouble) {}
}
