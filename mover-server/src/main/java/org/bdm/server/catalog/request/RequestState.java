package org.bdm.server.catalog.request;

/** The state of a request. The code is stable: the catalog keeps it. */
public enum RequestState {
    OPEN(1),
    APPROVED(2),
    DECLINED(3),
    WITHDRAWN(4);

    private final int code;

    RequestState(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
