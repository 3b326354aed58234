package org.bdm.server.catalog.job;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * The state of a job. The code is stable: the catalog stores it. docs/states.md is the text.
 *
 * <pre>
 *   RECEIVING, RECEIVING_PARTS
 *       |
 *       +------> QUEUED --> PLANNING --> ACTIVE --> SUCCEEDED | PARTIAL | FAILED
 *                  ^  |        ^  |        ^  |
 *                  |  v        |  v        |  v
 *                  PAUSED, which goes back to where it was
 *
 *   CANCELLED: from every state that is not final, when the work on the job has ended ({@link Job#isCancelling} until then)
 * </pre>
 */
public enum JobState {
    /** The list of items is still coming in; nobody sees the job. Followed by QUEUED with the last commit. */
    RECEIVING(0),
    /** The list of items comes in several requests; users see the job, as QUEUED. Followed by QUEUED with the last part. */
    RECEIVING_PARTS(5),
    /** Kept, and waiting for its turn. */
    QUEUED(1),
    /** Its sources are being listed and no file is ready yet. A job without files ends from here. */
    PLANNING(2),
    /** Files are being moved; the listing may still go on. */
    ACTIVE(3),
    /** Stopped, with a reason; goes back to the state it came from. */
    PAUSED(4),
    /** All files are there: moved, or the same already. Final. */
    SUCCEEDED(10),
    /** Some files are there, others are not. Final. */
    PARTIAL(11),
    /** No file is there. Final. */
    FAILED(12),
    /** Ended by a person; files that were not final are cancelled with it. Final. */
    CANCELLED(13);

    private final int code;

    JobState(int code) {
        this.code = code;
    }

    /** Stable number in the catalog. */
    public int code() {
        return code;
    }

    /** True if nothing follows. */
    public boolean isFinal() {
        return followers().isEmpty();
    }

    /** True if users are shown jobs in this state. */
    public boolean isVisible() {
        return this != RECEIVING;
    }

    /** The state that users are shown instead of one that is none of their business. */
    public JobState shown() {
        return this == RECEIVING_PARTS ? QUEUED : this;
    }

    /** The table of transitions: whether {@code next} may follow directly. */
    public boolean mayBecome(JobState next) {
        return followers().contains(next);
    }

    private Set<JobState> followers() {
        return switch (this) {
            case RECEIVING, RECEIVING_PARTS -> EnumSet.of(QUEUED, CANCELLED);
            case QUEUED -> EnumSet.of(PLANNING, PAUSED, FAILED, CANCELLED);
            case PLANNING -> EnumSet.of(ACTIVE, PAUSED, SUCCEEDED, PARTIAL, FAILED, CANCELLED);
            case ACTIVE -> EnumSet.of(PAUSED, SUCCEEDED, PARTIAL, FAILED, CANCELLED);
            case PAUSED -> EnumSet.of(QUEUED, PLANNING, ACTIVE, FAILED, CANCELLED);
            case SUCCEEDED, PARTIAL, FAILED, CANCELLED -> EnumSet.noneOf(JobState.class);
        };
    }

    /** The state with this stable number. */
    public static JobState ofCode(int code) {
        return Arrays.stream(values())
                .filter(state -> state.code == code)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no state of a job has the code " + code));
    }
}
