package org.bdm.server.catalog.holding;

import java.util.Arrays;

/** An event in the life of a held file beyond the ordinary. The code is stable: the catalog stores it. */
public enum HistoryEvent {
    /** A job wrote other bytes in its place. */
    REPLACED(1),
    /** A look saw another size or time. */
    CHANGED(2),
    /** It was read, and has other bytes than it should. */
    DAMAGED(3),
    /** Words of others about it contradict what a source vouched for. */
    DISPUTED(4),
    /** It is not on disk. */
    MISSING(5),
    /** It is on disk again, or was read and is right again. */
    RIGHT_AGAIN(6),
    /** A person took changed bytes as they are. */
    ACCEPTED(7),
    /** It was read, and has the bytes that a list says; the evidence before was of others. */
    AS_LISTED(8),
    /** A list says another digest than a list before. */
    LISTED_ANEW(9),
    /** A person let go of it. */
    FORGOTTEN(10),
    /** It has another name now; the reason says which. */
    MOVED(11),
    /** It went into the quarantine. */
    QUARANTINED(12),
    /** It came back from the quarantine. */
    RESTORED(13),
    /** It is there, and could not be read; the reason says why. */
    UNREADABLE(14),
    /** Its export has another directory, which a person accepted. */
    OTHER_DIRECTORY(15);

    private final int code;

    HistoryEvent(int code) {
        this.code = code;
    }

    /** Stable number in the catalog. */
    public int code() {
        return code;
    }

    static HistoryEvent ofCode(int code) {
        return Arrays.stream(values())
                .filter(event -> event.code == code)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no event of a holding has the code " + code));
    }
}
