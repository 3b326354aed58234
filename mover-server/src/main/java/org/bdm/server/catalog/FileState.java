package org.bdm.server.catalog;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * Where a file of a job is. The code is stable: the catalog stores it. docs/states.md is the text.
 *
 * <pre>
 *   PENDING --> ACTIVE --> VERIFYING --> DONE
 *     |  ^        |            |
 *     |  +--------+-- WAITING -+            will be tried again; says when and why
 *     |
 *     +--> SKIPPED_SAME                     FAILED, CANCELLED: from every state that is not final
 * </pre>
 *
 * ACTIVE and VERIFYING are never stored: only the owner of the chunk knows them, and after a crash they are PENDING again. A file that is
 * not final in a job that is, is CANCELLED without being written to.
 */
public enum FileState {
    /** To be moved. */
    PENDING(0, true),
    /** Being moved; not stored. */
    ACTIVE(1, false),
    /** All bytes are there and being checked; not stored. */
    VERIFYING(2, false),
    /** Will be tried again at a time that is known. */
    WAITING(3, true),
    /** Durable, verified, under its final name. Final. */
    DONE(10, true),
    /** The same content was there already. Final. */
    SKIPPED_SAME(11, true),
    /** Ended with an error code. Final. */
    FAILED(12, true),
    /** Ended with its job. Final. */
    CANCELLED(13, true);

    private final int code;
    private final boolean isStored;

    FileState(int code, boolean isStored) {
        this.code = code;
        this.isStored = isStored;
    }

    /** Stable number in the catalog. */
    public int code() {
        return code;
    }

    /** Whether the catalog stores it. */
    public boolean isStored() {
        return isStored;
    }

    /** Whether nothing follows. */
    public boolean isFinal() {
        return followers().isEmpty();
    }

    /** The table of transitions: whether {@code next} may follow directly. */
    public boolean mayBecome(FileState next) {
        return followers().contains(next);
    }

    private Set<FileState> followers() {
        return switch (this) {
            case PENDING -> EnumSet.of(ACTIVE, WAITING, SKIPPED_SAME, FAILED, CANCELLED);
            case ACTIVE -> EnumSet.of(PENDING, VERIFYING, WAITING, SKIPPED_SAME, FAILED, CANCELLED);
            case VERIFYING -> EnumSet.of(PENDING, ACTIVE, WAITING, DONE, FAILED, CANCELLED);
            case WAITING -> EnumSet.of(PENDING, ACTIVE, SKIPPED_SAME, FAILED, CANCELLED);
            case DONE, SKIPPED_SAME, FAILED, CANCELLED -> EnumSet.noneOf(FileState.class);
        };
    }

    /** The state with this stable number. */
    public static FileState ofCode(int code) {
        return Arrays.stream(values())
                .filter(state -> state.code == code)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no state of a file has the code " + code));
    }
}
