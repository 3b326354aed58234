package org.bdm.core.source.http;

import java.util.Optional;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.ByteRate;
import org.bdm.core.source.http.node.CopyTrouble;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.HttpTiming;
import org.bdm.core.source.http.node.TapePolicy;

/** When a request is given up: for silence, or for being slow while another copy could go on. Pure but for the window it turns. */
final class Deadlines {
    private static final long REST_NANOS = 5_000_000_000L;

    private Deadlines() {}

    /** Ends the request if nothing more is to be waited for. */
    static void check(RangeFetch fetch, HttpFile file, HttpNodes nodes, Consumer<RangeFetch> cancel) {
        long now = nodes.nanoTime();
        if (isOfNoUse(fetch, file, now))
            cancel.accept(fetch); // what is wanted now, if anything, is before what it has read
        else if (isAllThere(fetch, now)) fetch.takeAsWhole();
        else if (!isStaging(fetch, nodes, now))
            expired(fetch, file, nodes.settings().timing(), now).ifPresent(fetch::giveUp);
    }

    /** True when all that a file should have came, and the answer, which tells more or does not tell its end, has been still since. */
    private static boolean isAllThere(RangeFetch fetch, long now) {
        return fetch.isAllThere() && isSilent(fetch, now);
    }

    /** True when nobody wants what comes next of the whole that it brings. */
    private static boolean isOfNoUse(RangeFetch fetch, HttpFile file, long now) {
        if (!fetch.receiver().isUnwanted()) return false;
        return file.hasUnasked() || (file.itemsOpen() == 0 && isSilent(fetch, now));
    }

    /** True while a first byte may come from tape, at a node of which somebody said how long that takes. */
    private static boolean isStaging(RangeFetch fetch, HttpNodes nodes, long now) {
        TapePolicy tape = nodes.settings().policy(fetch.copy().node().name()).tape();
        return fetch.receivedBytes() == 0
                && tape.staging() != TapePolicy.Staging.NEVER
                && now - fetch.startedAt() < tape.patience().toNanos();
    }

    private static boolean isSilent(RangeFetch fetch, long now) {
        return now - fetch.receiver().lastByteAt() >= REST_NANOS;
    }

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
        if (file.comesWhole()) return Optional.empty(); // another copy would have to begin anew
        if (!CopyChoice.hasOther(file, fetch.copy(), now)) return Optional.empty();
        return Optional.of(CopyTrouble.of(
                CopyTrouble.Kind.SLOW,
                ErrorCode.TIMED_OUT,
                where + " sends only " + ByteRate.text(rate) + "; another copy is used"));
    }
}
