package org.bdm.server.catalog.job;

/** The purpose of a job. The code is stable: the catalog stores it. */
public enum JobKind {
    TREE(1),
    FILE(2),
    BATCH(3),
    REPLICA_SET(4),
    VERIFY(5),
    SCRUB(6),
    REPAIR(7),
    BENCH(8);

    private final int code;

    JobKind(int code) {
        this.code = code;
    }

    /** Stable number in the catalog. */
    public int code() {
        return code;
    }
}
