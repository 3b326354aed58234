package org.bdm.server.catalog.tape;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;

/**
 * The pace of the tapes of a data node: means over its last recalls, of which the newest count most. Idle times do not count, since by Little's law
 * the rate follows from the time of a recall and from how many were outstanding.
 *
 * @param recalls that were brought, all in all
 * @param waitedMillis mean time from the request until a file was seen on disk
 * @param outstandingMilli mean number of recalls at once, in thousandths
 */
record TapePace(long recalls, long waitedMillis, long outstandingMilli) {
    private static final int RECALLS_MIN = 5; // fewer say nothing
    private static final int RECALLS_OF_MEAN = 50;
    private static final RecordColumns<TapePace> ROW =
            RecordColumns.of(TapePace.class, "recalls waited_ms outstanding_milli");
    private static final TapePace NONE = new TapePace(0, 0, 0);

    /** Returns the pace of an origin. */
    static Optional<TapePace> of(Statements sql, String origin) {
        return sql
                .list(
                        "SELECT recalls, waited_ms, outstanding_milli FROM tape_pace WHERE origin = ? LIMIT 1",
                        ROW,
                        origin)
                .stream()
                .findFirst();
    }

    /** Keeps that these were brought. */
    static void add(Statements sql, String origin, List<Duration> waited, long outstanding) {
        TapePace pace = of(sql, origin).orElse(NONE);
        boolean isNew = pace.recalls() == 0;
        for (Duration each : waited) pace = pace.with(each.toMillis(), Math.max(outstanding, 1));
        String change = isNew
                ? "INSERT INTO tape_pace (recalls, waited_ms, outstanding_milli, origin) VALUES (?, ?, ?, ?)"
                : "UPDATE tape_pace SET recalls = ?, waited_ms = ?, outstanding_milli = ? WHERE origin = ?";
        sql.update(change, pace.recalls(), pace.waitedMillis(), pace.outstandingMilli(), origin);
    }

    private TapePace with(long millis, long atOnce) {
        long of = Math.min(recalls + 1, RECALLS_OF_MEAN);
        return new TapePace(
                recalls + 1,
                waitedMillis + (millis - waitedMillis) / of,
                outstandingMilli + (1_000 * atOnce - outstandingMilli) / of);
    }

    /** Returns how long these files take, if they are the next ones; empty while too little is known. */
    Optional<Duration> timeFor(long files) {
        if (recalls < RECALLS_MIN) return Optional.empty();
        double rounds = Math.max(1, 1_000.0 * files / Math.max(1_000, outstandingMilli));
        return Optional.of(Duration.ofMillis((long) (waitedMillis * rounds)));
    }
}
