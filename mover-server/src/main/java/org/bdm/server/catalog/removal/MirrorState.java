package org.bdm.server.catalog.removal;

/** The state of the comparison after a mirror job. The code is stable: the catalog stores it. */
public enum MirrorState {
    /** The job has ended with its whole listing; its destination is, or will be, compared with its listing. */
    WAITING(1),
    /** A plan of removal was made. */
    PLANNED(2),
    /** The destination has nothing that the source no longer has. */
    NOT_NEEDED(3),
    /** No plan could be made; nothing was removed. */
    NOT_MADE(4);

    private final int code;

    MirrorState(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
