package org.bdm.server.reference;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Bounds what a set holds itself. One thread. */
final class InlineBudget {
    /** Largest variable, or chunk, that is read. */
    static final long VARIABLE_BYTES_MAX = 16 << 20;
    /** Most chunks of one variable that are added because they were never written. */
    static final long CHUNKS_MAX = 100_000;
    /** Bytes of a whole set. */
    static final long SET_BYTES_MAX = 64 << 20;

    private long bytes;

    /** So many bytes of this variable are held; TOO_LARGE. */
    void take(long count, String variable) {
        bytes += count;
        if (bytes <= SET_BYTES_MAX) return;
        throw new MoverException(
                ErrorCode.TOO_LARGE,
                "the set would hold more than " + SET_BYTES_MAX + " bytes of values itself, those of '" + variable
                        + "' among them");
    }
}
