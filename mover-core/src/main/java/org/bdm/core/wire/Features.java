package org.bdm.core.wire;

/** Bits of the field <i>features</i> in HELLO and WELCOME: what is done on a stream if both ends know it and the one that asks wants it. */
public final class Features {
    /** Nothing beyond version 1. */
    public static final long NONE = 0;

    /** S follows symbolic links in all that is asked on this stream. */
    public static final long FOLLOW_LINKS = 1;

    /** S takes another HELLO on this stream while nothing is outstanding: the next session begins without a new connection. */
    public static final long NEXT_SESSION = 2;

    /** WELCOME ends with the data ports of the site of S. */
    public static final long DATA_PORTS = 4;

    /** S tells once a second, with LOAD, how it spends its time on this stream. */
    public static final long LOADS = 8;

    /** S answers CALL: what is asked of its control plane. */
    public static final long CALLS = 16;

    /** S takes DSCP: the class of the packets of this stream. */
    public static final long DSCP = 64;

    /** WELCOME ends with the most readers of the stream, and S takes READERS: how many of them it uses. */
    public static final long READERS = 128;

    /** S tells in ENTRIES which files have other names too, and which directories are roots of mounted file systems. */
    public static final long IDENTITIES = 256;

    /** All that this version can do on a stream if the other end wants it. */
    public static final long KNOWN =
            FOLLOW_LINKS | NEXT_SESSION | DATA_PORTS | LOADS | CALLS | DSCP | READERS | IDENTITIES;

    private Features() {}
}
