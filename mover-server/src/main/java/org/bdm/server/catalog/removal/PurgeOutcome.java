package org.bdm.server.catalog.removal;

/** The outcome for one file of a removal plan. The code is stable: the catalog stores it. */
public enum PurgeOutcome {
    PENDING(0),
    REMOVED(1),
    /** It is still there; the text says why. */
    KEPT(2),
    /** It is in the quarantine of its export. Only in plans of mirrors, as the next. */
    QUARANTINED(3),
    /** It was in the quarantine, and is back at its place. */
    RESTORED(4);

    private final int code;

    PurgeOutcome(int code) {
        this.code = code;
    }

    /** True if nothing is at its place any more. */
    boolean isAway() {
        return this == REMOVED || this == QUARANTINED;
    }

    int code() {
        return code;
    }
}
