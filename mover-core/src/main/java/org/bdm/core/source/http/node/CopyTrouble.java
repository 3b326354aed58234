package org.bdm.core.source.http.node;

import java.time.Duration;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * Why a request to one copy did not bring what was asked for.
 *
 * @param reason for people; its code is that of the file if no other copy has it
 * @param retryAfter with {@link Kind#BUSY} and {@link Kind#STAGED}, if the node said so
 * @param isOfNode with {@link Kind#BUSY}: whether the node means all its files
 * @param sizeBytes with {@link Kind#SIZE}: what the node says that the file has; -1 if it does not say
 */
public record CopyTrouble(
        Kind kind, MoverException reason, Optional<Duration> retryAfter, boolean isOfNode, long sizeBytes) {
    /** Consequences of a trouble. */
    public enum Kind {
        /** The node could not be reached: counts against it; tried again. */
        NODE,
        /** The node was reached and did not bring this file to its end: counts against it only together with other files; tried again. */
        FILE,
        /** The node will not be reached by the next request either: its breaker opens at once. */
        NODE_FOR_LONG,
        /** The node asks for a pause. */
        BUSY,
        /** The node serves other requests of ours, and no more of them: it gets fewer. */
        CROWDED,
        /** The node brings the file from somewhere slow, such as a tape. */
        STAGED,
        /** The node does not give the file now, as some do while it is on tape only: their tape service knows. */
        OFFLINE,
        /** The node refuses the file: once, it may have been a passing rule of a firewall. */
        REFUSED,
        /** Once is no proof: THREDDS says 404 when it cannot read its disk. */
        NOT_FOUND,
        /** Too slow, while there are others. */
        SLOW,
        /** This copy is of no use now. */
        COPY,
        /** The copy has another size than was listed. */
        SIZE,
        /** The copy cannot be had in parts; perhaps as a whole. */
        PARTS
    }

    public static CopyTrouble of(Kind kind, ErrorCode code, String detail) {
        return of(kind, new MoverException(code, detail));
    }

    public static CopyTrouble of(Kind kind, MoverException reason) {
        return new CopyTrouble(kind, reason, Optional.empty(), false, -1);
    }

    public static CopyTrouble busy(String detail, Optional<Duration> retryAfter, boolean isOfNode) {
        MoverException reason = new MoverException(ErrorCode.DATA_NODE_BUSY, detail);
        return new CopyTrouble(Kind.BUSY, reason, retryAfter, isOfNode, -1);
    }

    /** The node refuses the file now. */
    public static CopyTrouble refused(String detail) {
        return of(Kind.REFUSED, ErrorCode.LOGIN_NEEDED, detail);
    }

    /** The node brings the file from somewhere slow. */
    public static CopyTrouble staged(String detail, Optional<Duration> retryAfter) {
        MoverException reason = new MoverException(ErrorCode.BEING_STAGED, detail);
        return new CopyTrouble(Kind.STAGED, reason, retryAfter, false, -1);
    }

    /** The same as another kind. */
    public CopyTrouble as(Kind other) {
        return new CopyTrouble(other, reason, retryAfter, isOfNode, sizeBytes);
    }

    /** True when nothing arrived from the node for a long time. */
    boolean isSilence() {
        return reason.code() == ErrorCode.TIMED_OUT;
    }

    public static CopyTrouble ofSize(String detail, long sizeBytes) {
        return new CopyTrouble(
                Kind.SIZE, new MoverException(ErrorCode.SOURCE_CHANGED, detail), Optional.empty(), false, sizeBytes);
    }
}
