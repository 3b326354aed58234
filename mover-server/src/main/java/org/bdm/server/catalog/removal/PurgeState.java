package org.bdm.server.catalog.removal;

/** The state of a removal plan. The code is stable: the catalog stores it. */
public enum PurgeState {
    /** It is being made. */
    BUILDING(1),
    /** It can be looked at and applied, until it expires. */
    OPEN(2),
    /** It is being applied; goes on after a restart. */
    APPLYING(3),
    /** Every file of it was removed or kept. */
    APPLIED(4),
    /** It could not be made; nothing was removed. */
    FAILED(5),
    /** A person did not want it; nothing was removed. */
    DISCARDED(6),
    /** Its files are being moved back from the quarantine; goes on after a restart. Only of a mirror, as those below. */
    RESTORING(7),
    /** Its files are back at their places. */
    RESTORED(8),
    /** Its files are being deleted from the quarantine; goes on after a restart. */
    EMPTYING(9),
    /** Nothing of it is in the quarantine any more. */
    EMPTIED(10),
    /** Some of its files are back; the others are in the quarantine, and each says why. */
    PARTLY_RESTORED(11);

    private final int code;

    PurgeState(int code) {
        this.code = code;
    }

    /** True if files of the plan may be in the quarantine, and nothing is moved now. */
    boolean isApplied() {
        return this == APPLIED || this == PARTLY_RESTORED || this == RESTORED;
    }

    int code() {
        return code;
    }
}
