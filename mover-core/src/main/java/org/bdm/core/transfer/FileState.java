package org.bdm.core.transfer;

/**
 * States of a file of a job. The code is stable: the catalog uses it. docs/states.md is the normative page.
 *
 * <pre>
 *      +----------------------+
 *      |                      v
 *   PENDING --&gt; ACTIVE --&gt; VERIFYING --&gt; DONE        PENDING, ACTIVE, VERIFYING, WAITING --&gt; FAILED | CANCELLED
 *      ^          |            |                       PENDING, ACTIVE --&gt; SKIPPED_SAME
 *      +-- WAITING &lt;-----------+                       ACTIVE, VERIFYING --&gt; PENDING
 * </pre>
 *
 * ACTIVE and VERIFYING are known only to the session that has the file, which checks each end against {@link #mayBecome}: after a crash such
 * a file is PENDING again. The catalog has no state between PENDING and the end; there an outcome is taken only for a file that is open.
 */
public enum FileState {
    PENDING(0),
    ACTIVE(1),
    VERIFYING(2),
    WAITING(3),
    DONE(4),
    SKIPPED_SAME(5),
    FAILED(6),
    CANCELLED(7);

    private final int code;

    FileState(int code) {
        this.code = code;
    }

    /** Stable number in the catalog. */
    public int code() {
        return code;
    }

    /** True when the state never changes again. */
    public boolean isFinal() {
        return switch (this) {
            case DONE, SKIPPED_SAME, FAILED, CANCELLED -> true;
            case PENDING, ACTIVE, VERIFYING, WAITING -> false;
        };
    }

    /** True when a file in this state may go to {@code next}. */
    public boolean mayBecome(FileState next) {
        return switch (this) {
            case PENDING -> next != DONE && next != PENDING;
            case ACTIVE -> next != DONE && next != ACTIVE;
            case VERIFYING -> next != SKIPPED_SAME && next != VERIFYING && next != ACTIVE;
            case WAITING -> next == PENDING || next == ACTIVE || next == FAILED || next == CANCELLED;
            case DONE, SKIPPED_SAME, FAILED, CANCELLED -> false;
        };
    }

    /** The state with this number. */
    public static FileState ofCode(int code) {
        for (FileState state : values()) {
            if (state.code == code) return state;
        }
        throw new IllegalArgumentException("unknown code of a file state: " + code);
    }
}
