package org.bdm.server.catalog.holding;

/** The outcome for the files of a marked dataset. The code is stable: the catalog stores it. */
public enum MarkTreatment {
    /** Nothing yet: they are where they were. */
    NONE(0),
    /** They were moved into the quarantine of their export, as far as that was possible. */
    QUARANTINED(1),
    /** They are proposed for removal. */
    LISTED(2),
    /** A person took them out of the quarantine: no policy moves them again. */
    RESTORED(3);

    private final int code;

    MarkTreatment(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
