package org.bdm.server.catalog.job;

import java.time.Instant;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
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
 * @param unknownDatasets wanted datasets that it skips, since nobody knew them
 * @param dataSecurity how the data moved ({@code tls}, {@code plain}, {@code local}); null until it is known
 * @param removal of its rows; null while all are there
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
        int unknownDatasets,
        @Nullable String dataSecurity,
        @Nullable JobRemoval removal) {
    /** True if somebody deleted it: it is shown to nobody. */
    public boolean isDeleted() {
        return removal != null && removal.deletedAt() != null;
    }

    /** FILES_REMOVED if the rows of its files are no longer all there. */
    public void refuseIfFilesAreRemoved() {
        if (removal == null) return;
        throw new MoverException(
                ErrorCode.FILES_REMOVED,
                "the rows of files and events of " + id + " were removed at " + removal.filesRemovedAt());
    }

    /** True if it ends early for its reason, and nobody cancelled it: it was moving files when it met an error. */
    public boolean endsEarly() {
        return isCancelling
                && state == JobState.ACTIVE
                && reason != null
                && !reason.code().equals(JobReason.CANCELLING);
    }

    /** True if it may be worked on: it has not ended, is not paused and was not cancelled. */
    public boolean mayRun() {
        return !state.isFinal() && state != JobState.PAUSED && !isCancelling;
    }
}
