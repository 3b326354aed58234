package org.bdm.core.serve;

import java.time.Instant;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * Counts what one session has used of its ticket's limits, over all its streams. It outlives a stream, so that a stream that is opened again does not
 * begin at nothing. Any thread.
 */
final class SessionMeter {
    private int streams;
    private long bytesGiven; // sent, or promised to wants that are not answered yet
    private Access.Limits limits;
    private Instant expires = Instant.EPOCH;

    SessionMeter(Access.Limits limits) {
        this.limits = limits;
    }

    /** One more stream shows a ticket; TOO_MANY_CONNECTIONS if the ticket does not allow so many at a time. */
    synchronized void open(Access access) {
        if (streams >= access.limits().streamsMax()) {
            throw new MoverException(
                    ErrorCode.TOO_MANY_CONNECTIONS,
                    "the ticket allows " + access.limits().streamsMax() + " streams, and " + streams + " are open");
        }
        streams++;
        renew(access);
    }

    /** The limits of a newer ticket hold from now on; what was given stays given. */
    synchronized void renew(Access access) {
        limits = access.limits();
        if (access.expires().isAfter(expires)) expires = access.expires();
    }

    synchronized void close() {
        streams--;
    }

    /** Promises bytes; NOT_ALLOWED, and nothing is promised, if the ticket does not allow so many in all. */
    synchronized void promise(long bytes) {
        if (limits.bytesMax() != Access.Limits.ANY_BYTES && bytes > limits.bytesMax() - bytesGiven) {
            throw new MoverException(
                    ErrorCode.NOT_ALLOWED,
                    "the ticket allows " + limits.bytesMax() + " bytes in all, " + bytesGiven
                            + " were requested before, and now " + bytes);
        }
        bytesGiven += bytes;
    }

    /** Bytes that were promised are not sent. */
    synchronized void takeBack(long bytes) {
        bytesGiven -= bytes;
    }

    /** True when nothing need be remembered: no stream is open, and bytes are not counted or the session cannot resume. */
    synchronized boolean isOver(Instant now) {
        return streams == 0 && (limits.bytesMax() == Access.Limits.ANY_BYTES || now.isAfter(expires));
    }
}
