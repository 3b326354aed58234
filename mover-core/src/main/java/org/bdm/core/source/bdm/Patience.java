package org.bdm.core.source.bdm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * Limits the waiting for a source: while no stream is open, streams deliver nothing, or the peer's limits allow no request.
 * Owner only.
 */
final class Patience {
    private static final int FRUITLESS_STREAMS_MIN = 3;
    /** Streams that may end by a defect of the program: one may be by chance, the second gives the source up. */
    private static final int DEFECTS_MAX = 2;

    private final Duration longest;
    private final Clock clock;
    private @Nullable Instant lostSince;
    private int fruitlessStreams; // lost one after the other, with something asked of each and nothing brought
    private @Nullable Instant fruitlessSince;
    private @Nullable Instant refusesSince;
    private int defects; // in all of the session: what each of its streams meets is not by chance
    private MoverException lastLoss =
            new MoverException(ErrorCode.PEER_UNREACHABLE, "the source does not answer the first stream");

    Patience(Duration longest, Clock clock) {
        this.longest = longest;
        this.clock = clock;
    }

    /** The first stream is dialled. */
    void begin() {
        lostSince = clock.instant();
    }

    /** A stream was welcomed. */
    void welcomed() {
        lostSince = null;
    }

    /** A stream that was asked has been lost before it brought anything. */
    void fruitless() {
        if (fruitlessStreams++ == 0) fruitlessSince = clock.instant();
    }

    /** Something came that was asked for. */
    void fruit() {
        fruitlessStreams = 0;
    }

    /**
     * A stream was lost, or could not be opened.
     *
     * @param isLast whether none is open any more
     * @param silence for how long nothing had been heard on it
     */
    void lost(MoverException reason, boolean isLast, Duration silence) {
        lastLoss = reason;
        if (isLast && lostSince == null) lostSince = clock.instant().minus(silence);
    }

    /** Returns whether another stream may be opened after one that was lost for this reason; call once for each. */
    boolean allowsAnother(MoverException reason) {
        if (reason.kind() != ErrorKind.DEFECT) return reason.kind().isRetryable();
        defects++;
        return defects < DEFECTS_MAX;
    }

    /** Records whether the peer accepts no request although there is something to request. */
    void refuses(boolean refuses) {
        if (!refuses) refusesSince = null;
        else if (refusesSince == null) refusesSince = clock.instant();
    }

    /** Why the source is to be given up now; null to go on. */
    @Nullable MoverException isOver() {
        if (isTooLong(lostSince)) return lastLoss;
        if (fruitlessStreams >= FRUITLESS_STREAMS_MIN && isTooLong(fruitlessSince)) {
            return new MoverException(
                    lastLoss.code(), "the source sends none of the requested data: " + lastLoss.detail(), lastLoss);
        }
        if (isTooLong(refusesSince)) {
            return new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS,
                    "the source has accepted no request for " + longest.toSeconds() + " s");
        }
        return null;
    }

    private boolean isTooLong(@Nullable Instant since) {
        return since != null && !clock.instant().isBefore(since.plus(longest));
    }
}
