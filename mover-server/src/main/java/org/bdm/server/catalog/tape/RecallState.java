package org.bdm.server.catalog.tape;

/**
 * The state of a file that is wanted from tape.
 *
 * <pre>
 *              +----------- forgotten, failed ------------+
 *              v                                          |
 *          WANTED ------------- asked for ------------> ASKED
 *            |  ^                                         |
 *            |  +--- on tape again ---+                   |
 *            |                        |                   |
 *            +--- on disk ------> ON_DISK <-- on disk ----+
 *            |                                            |
 *            +--- not there, or nobody knows --> LEFT <---+
 *
 *          READ      its node has no tape service: it is brought when it is read
 * </pre>
 */
public enum RecallState {
    /** It waits for its turn, or nobody has looked where it is. */
    WANTED(0),
    /** A request of ours that is not over has it. */
    ASKED(1),
    /** It can be read. */
    ON_DISK(2),
    /** The answer of its node counts: the tape service does not have it, or does not say. */
    LEFT(3),
    /** Its node brings it when it is read. */
    READ(4);

    private final int code;

    RecallState(int code) {
        this.code = code;
    }

    /** Returns the number in the catalog. */
    public int code() {
        return code;
    }

    /** True while files wait for it. */
    public boolean isAwaited() {
        return switch (this) {
            case WANTED, ASKED, READ -> true;
            case ON_DISK, LEFT -> false;
        };
    }
}
