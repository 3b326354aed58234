package org.bdm.server.catalog.job;

import java.time.Instant;
import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A job as it is now.
 *
 * @param request what was asked
 * @param resumesAs the state that a PAUSED job goes back to; null in every other state
 * @param isCancelling whether it was cancelled, or ends early for its {@code reason}, as soon as nothing of it runs; it is worked on no more
 * @param reason why it is where it is; null if there is nothing to say
 * @param startedAt when it left QUEUED first
 * @param endedAt when it became final
 * @param listingComplete whether the counts are final totals rather than lower bounds
 * @param itemCount number of items
 * @param dataSecurity how the data moved ({@code tls}, {@code plain}, {@code local}); null until it is known
 */
public record Job(
        JobId id,
        JobRequest request,
        JobState state,
        @Nullable JobState resumesAs,
        boolean isCancelling,
        @Nullable JobReason reason,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        boolean listingComplete,
        int itemCount,
        @Nullable String dataSecurity) {
    /** True if it may be worked on: it has not ended, is not paused and was not cancelled. */
    public boolean mayRun() {
        return !state.isFinal() && state != JobState.PAUSED && !isCancelling;
    }
}
