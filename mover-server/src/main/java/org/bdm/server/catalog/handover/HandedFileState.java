package org.bdm.server.catalog.handover;

/** The state of a file of a handover. The code is stable: the catalog stores it. */
public enum HandedFileState {
    /** It is not there, and belongs into the next list. */
    WANTED(1),
    /** It is in the list that the carrier has. */
    HANDED(2),
    /** It is there with a published digest, and a holding. */
    RIGHT(3),
    /** It is there with its size and a holding, and nobody published a digest that is computed here. */
    UNVOUCHED(4),
    /** It is not there. */
    MISSING(5),
    /** It is there with zero bytes, and should have more. */
    EMPTY(6),
    /** It is there with another size, or beside it is what a carrier leaves of a file that it did not finish. */
    PARTIAL(7),
    /** It is there with its size and other bytes. */
    OTHER_CONTENT(8),
    /** Something is there that cannot be read, or that cannot be compared since neither size nor digest was published. */
    UNREADABLE(9),
    /** The carrier says that it cannot bring it; it is left out of the next list. */
    REFUSED(10),
    /** Another file had its place before anything was handed over; it is not replaced unless a person says so. */
    OCCUPIED(11);

    private final int code;

    HandedFileState(int code) {
        this.code = code;
    }

    /** Returns the number that the catalog stores. */
    public int code() {
        return code;
    }

    /** Returns true if the file is there and a holding. */
    public boolean isThere() {
        return this == RIGHT || this == UNVOUCHED;
    }

    /** Returns true if it is said what is wrong with it. */
    public boolean isNamed() {
        return !isThere() && this != WANTED && this != HANDED;
    }
}
