package org.bdm.server.catalog.request;

/** The state of a draft. The code is stable: the catalog keeps it. */
enum DraftState {
    /** Its list is being read; nobody sees it. */
    RECEIVING(1),
    READY(2),
    /** It is being taken away; nobody sees it. */
    REMOVED(3);

    private final int code;

    DraftState(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
