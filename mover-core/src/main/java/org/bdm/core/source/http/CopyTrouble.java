package org.bdm.core.source.http;

import java.time.Duration;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * Why a request to one copy did not bring what was asked for.
 *
 * @param reason for people; its code is that of the file if no other copy has it
 * @param retryAfter with {@link Kind#BUSY}, if the node said so
 * @param sizeBytes with {@link Kind#SIZE}: what the node says that the file has; -1 if it does not say
 */
record CopyTrouble(Kind kind, MoverException reason, Optional<Duration> retryAfter, long sizeBytes) {
    /** What is done about it. */
    enum Kind {
        /** The node could not be reached, or broke off: counts against it; tried again. */
        NODE,
        /** The node will not be reached by the next request either: its breaker opens at once. */
        NODE_FOR_LONG,
        /** The node asks for a pause. */
        BUSY,
        /** Once is no proof: THREDDS says 404 when it cannot read its disk. */
        NOT_FOUND,
        /** Too slow, while there are others. */
        SLOW,
        /** This copy is of no use now. */
        COPY,
        /** The copy has another size than was listed. */
        SIZE
    }

    static CopyTrouble of(Kind kind, ErrorCode code, String detail) {
        return of(kind, new MoverException(code, detail));
    }

    static CopyTrouble of(Kind kind, MoverException reason) {
        return new CopyTrouble(kind, reason, Optional.empty(), -1);
    }

    static CopyTrouble busy(String detail, Optional<Duration> retryAfter) {
        return new CopyTrouble(Kind.BUSY, new MoverException(ErrorCode.DATA_NODE_BUSY, detail), retryAfter, -1);
    }

    static CopyTrouble ofSize(String detail, long sizeBytes) {
        return new CopyTrouble(
                Kind.SIZE, new MoverException(ErrorCode.SOURCE_CHANGED, detail), Optional.empty(), sizeBytes);
    }
}
