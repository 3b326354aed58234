package org.bdm.server.catalog.dataset;

/** The state of a dataset version that a standing query found. The code is stable: the catalog stores it. */
public enum FoundState {
    /** Nothing yet; looked at again with the next run. */
    NEW(1),
    /** It is to be replicated: its batch becomes a job or a request, once. */
    WANTED(2),
    /** A job replicates it; looked at when that ended. */
    SUBMITTED(3),
    /** A person was asked whether it is to be replicated. */
    REQUESTED(4),
    /** It was told as an event, and that is all. */
    TOLD(5),
    /** It is not replicated: withdrawn, or not the latest version, when it was looked at. */
    LEFT_OUT(6),
    /** Its job brought all of it; looked at again when indexes announce a change. */
    COMPLETE(7),
    /** Its job did not bring all of it; tried again later. */
    INCOMPLETE(8),
    /** A person cancelled its job or declined its request; looked at again when indexes announce a change, or when a person says so. */
    STOPPED(9);

    private final int code;

    FoundState(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
