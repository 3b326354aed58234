package org.bdm.server.catalog.dispute;

/**
 * The state of a dispute. The code is stable: the catalog keeps it.
 *
 * <pre>
 *   OPEN --&gt; ACCEPTED   the bytes were placed under their name
 *   OPEN --&gt; REJECTED   the bytes were thrown away
 * </pre>
 */
public enum DisputeState {
    OPEN(1),
    ACCEPTED(2),
    REJECTED(3);

    private final int code;

    DisputeState(int code) {
        this.code = code;
    }

    /** Stable number in the catalog. */
    public int code() {
        return code;
    }

    static DisputeState ofCode(int code) {
        for (DisputeState state : values()) {
            if (state.code == code) return state;
        }
        throw new IllegalArgumentException("no state of a dispute has the code " + code);
    }
}
