package org.bdm.server.catalog.site;

/** The side that dials between this site and a paired one. The code is stable: the catalog stores it. */
public enum SiteRelation {
    /** We dial its data port, and it may dial ours. */
    PEER(1),
    /** Its port cannot be reached: it keeps standby streams to ours. */
    DIALS_IN(2),
    /** We keep standby streams to its port. */
    WE_DIAL_OUT(3);

    private final int code;

    SiteRelation(int code) {
        this.code = code;
    }

    /** Stable number in the catalog. */
    public int code() {
        return code;
    }
}
