package org.bdm.core.source.http.node;

/** The place of a file, as the tape service of its data node says. */
public enum TapeStanding {
    /** There is no such service, or it does not say: what the node answers counts. */
    UNKNOWN,
    /** It is on disk: it can be read. */
    ON_DISK,
    /** It is on tape only: it can be read when it has been staged. */
    ON_TAPE,
    /** It is nowhere, or nobody can read it. */
    GONE
}
