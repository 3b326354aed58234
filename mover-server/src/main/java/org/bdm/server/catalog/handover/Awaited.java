package org.bdm.server.catalog.handover;

/** The one whom a handover waits for. The code is stable: the catalog stores it. */
public enum Awaited {
    /** Nobody: this site works on it. */
    NOBODY(0),
    /** The carrier, which has the list or does not answer. */
    CARRIER(1),
    /** A person, whose next step is said. */
    PERSON(2),
    /** A tape at the source or the destination, says the carrier. */
    TAPE(3);

    private final int code;

    Awaited(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
