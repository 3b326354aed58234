package org.bdm.core.fetch;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.bdm.core.transfer.FileState;

/**
 * Stages of a file in a session. docs/states.md has the same transitions, with their reasons.
 *
 * <pre>
 *   PREPARING --&gt; COMPARING --&gt; ENDED (same)          PREPARING --&gt; FINISHING, for directories and symbolic links
 *       |             |                               and for those that get a second name of a file that is held
 *       +------+------+--&gt; RESUMING --+
 *       |      |                      v
 *   RECOVERING +-----------------&gt; PLANNED --&gt; ACTIVE --&gt; COMPLETING --&gt; FINISHING --&gt; ENDED
 *                                     ^
 *                                     +-- PAUSED
 *
 *   to PAUSED: a failure that passes
 *   to ENDED: the file is placed, is the same, fails, or waits for a later run; from any stage
 *   back to PREPARING: the destination is looked at again, from COMPARING, RECOVERING, FINISHING and PAUSED
 * </pre>
 */
enum FileStage {
    /** Nothing has been decided yet. */
    PREPARING,
    /** Digests of both ends are being computed, or what is the same is being forced. */
    COMPARING,
    /** An earlier run was about to place it: the finisher looks. */
    RECOVERING,
    /** Its durable blocks are being read back, or what is right of a damaged file is being copied. */
    RESUMING,
    /** It stands in the planner; nothing has been asked for. */
    PLANNED,
    /** It was asked for. */
    ACTIVE,
    /** All bytes are written; the digest is being computed. */
    COMPLETING,
    /** The finisher has it. */
    FINISHING,
    /** It will be tried again from its start, after a moment. */
    PAUSED,
    /** It was told, or will be as soon as the turn ends. */
    ENDED;

    private static final Map<FileStage, Set<FileStage>> NEXT = new EnumMap<>(Map.of(
            PREPARING, EnumSet.of(COMPARING, RECOVERING, RESUMING, PLANNED, FINISHING, PAUSED, ENDED),
            COMPARING, EnumSet.of(PREPARING, RESUMING, PLANNED, PAUSED, ENDED),
            RECOVERING, EnumSet.of(PREPARING, PAUSED, ENDED),
            RESUMING, EnumSet.of(PLANNED, PAUSED, ENDED),
            PLANNED, EnumSet.of(ACTIVE, PAUSED, ENDED),
            ACTIVE, EnumSet.of(COMPLETING, PAUSED, ENDED),
            COMPLETING, EnumSet.of(FINISHING, PAUSED, ENDED),
            FINISHING, EnumSet.of(PREPARING, PAUSED, ENDED),
            PAUSED, EnumSet.of(PREPARING, PLANNED, ENDED),
            ENDED, EnumSet.noneOf(FileStage.class)));

    /** Returns the state shown to people for this stage; a file that has ended is shown by its outcome instead. */
    FileState shownAs() {
        return switch (this) {
            case PREPARING, RESUMING, PLANNED, PAUSED -> FileState.PENDING;
            case COMPARING, ACTIVE -> FileState.ACTIVE;
            case RECOVERING, COMPLETING, FINISHING -> FileState.VERIFYING;
            case ENDED -> throw new IllegalStateException("the outcome tells how a file ended");
        };
    }

    /** True when a file in this stage may go to {@code next}. */
    boolean mayBecome(FileStage next) {
        return NEXT.getOrDefault(this, Set.of()).contains(next);
    }
}
