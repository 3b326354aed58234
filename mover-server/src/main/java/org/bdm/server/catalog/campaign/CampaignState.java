package org.bdm.server.catalog.campaign;

/** The state of a campaign. The code is stable: the catalog stores it. */
public enum CampaignState {
    RUNNING(1),
    /** A person cancelled it; jobs have not all ended. */
    CANCELLING(2),
    /** All destinations have everything. */
    SUCCEEDED(3),
    /** Some files are at some destinations. */
    PARTIAL(4),
    /** No destination has anything. */
    FAILED(5),
    CANCELLED(6);

    private final int code;

    CampaignState(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** True if nothing of it changes any more. */
    public boolean isFinal() {
        return this != RUNNING && this != CANCELLING;
    }
}
