package org.bdm.server.catalog.file;

/** The state of a chunk. The code is stable: the catalog stores it. */
public enum ChunkState {
    /** Can be leased from its time on. */
    PENDING(0),
    /** Somebody works on it until its time; from then on it can be leased by another. */
    LEASED(1),
    /** All its files are final. */
    DONE(2);

    private final int code;

    ChunkState(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
