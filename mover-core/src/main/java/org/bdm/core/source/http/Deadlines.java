package org.bdm.core.source.http;

import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.source.http.node.CopyTrouble;
import org.bdm.core.source.http.node.HttpTiming;

/** When a request is given up: for silence, or for being slow while another copy could go on. Pure but for the window it turns. */
final class Deadlines {
    private Deadlines() {}

    /** Why the request is given up now. Time in which this end did not read does not count. */
    static Optional<CopyTrouble> expired(RangeFetch fetch, HttpFile file, HttpTiming timing, long now) {
        if (fetch.receiver().isHeldUp()) return Optional.empty();
        long silent = now - fetch.receiver().lastByteAt();
        String where = fetch.copy().location().toString();
        if (silent >= timing.silence().toNanos()) {
            return Optional.of(CopyTrouble.of(
                    CopyTrouble.Kind.FILE,
                    ErrorCode.TIMED_OUT,
                    where + " has sent nothing for " + silent / 1_000_000_000L + " s, after " + fetch.receivedBytes()
                            + " bytes"));
        }
        double rate = fetch.rateOfWindow(now, timing.slowWindow().toNanos());
        if (rate < 0 || rate >= timing.slowBytesPerSecond()) return Optional.empty();
        if (!CopyChoice.hasOther(file, fetch.copy(), now)) return Optional.empty();
        return Optional.of(CopyTrouble.of(
                CopyTrouble.Kind.SLOW,
                ErrorCode.TIMED_OUT,
                where + " sends only " + Math.round(rate) + " bytes/s; another copy is used"));
    }
}
