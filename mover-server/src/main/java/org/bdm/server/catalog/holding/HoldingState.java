package org.bdm.server.catalog.holding;

import java.util.Arrays;

/** The state of a file that this site holds. The code is stable: the catalog stores it. */
public enum HoldingState {
    /** Its digest was computed here and is one that is known of it, or was sent with it. */
    VERIFIED(1),
    /** It is there with this size and time; its bytes were not looked at. */
    UNVERIFIED(2),
    /** The digest computed here contradicts one that others give for the same file. */
    DISPUTED(3),
    /** Another version of its dataset has taken its place. */
    SUPERSEDED(4),
    /** Its dataset was withdrawn by who published it. */
    RETRACTED(5),
    /** Its bytes are no longer those that were verified here. */
    DAMAGED(6),
    /** It was looked for and is not on disk. */
    MISSING(7);

    private final int code;

    HoldingState(int code) {
        this.code = code;
    }

    /** Stable number in the catalog. */
    public int code() {
        return code;
    }

    /** True if the file counts for what its dataset needs. */
    public boolean isUsable() {
        return this == VERIFIED || this == UNVERIFIED || this == SUPERSEDED || this == RETRACTED;
    }

    /** True if few holdings have it: these are found by an index. */
    boolean isExceptional() {
        return this != VERIFIED && this != UNVERIFIED;
    }

    public static HoldingState ofCode(int code) {
        return Arrays.stream(values())
                .filter(state -> state.code == code)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no state of a holding has the code " + code));
    }
}
