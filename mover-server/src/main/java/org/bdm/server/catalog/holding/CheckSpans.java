package org.bdm.server.catalog.holding;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.holding.HoldingRows.Numbered;
import org.bdm.server.catalog.holding.Scrubs.Place;
import org.jspecify.annotations.Nullable;

/**
 * The order of the checks, kept for 256 holdings at a time: of each span of numbers when the oldest and the newest of its checks were. An
 * index over the time of each holding would change with every file that arrives, and with every one that is checked.
 *
 * <pre>
 *   check_span   span_no   oldest_ms  newest_ms         holding   holding_no  checked_ms
 *                3         0          0            ---&gt;           768..1023   0
 *                0         5_000      9_000        ---&gt;           0..255      5_000 ... 9_000
 * </pre>
 *
 * A span says at least what its holdings say: its oldest is at most theirs, its newest at least theirs. So reading spans from the oldest on
 * finds every holding that is due. Files that are not at their place do not count; a span of no others has {@link #NEVER} for its oldest.
 *
 * <p>To be changed by who holds {@link HoldingSideTables#lockHoldings}: two nodes would write what neither saw of the other.
 */
final class CheckSpans {
    /** Of numbers of holdings. Also in the script V100. */
    static final int HOLDINGS = 256;

    /** Oldest check of a span in which no file is at its place. Also in the script V100. */
    private static final long NEVER = Long.MAX_VALUE;

    private static final int SPANS_AT_ONCE = 64;
    private static final Comparator<Numbered> ORDER = Comparator.comparing(CheckSpans::place, CheckSpans::compare);

    private CheckSpans() {}

    private record Span(long number, long oldest, long newest) {
        Place place() {
            return new Place(oldest, number * HOLDINGS);
        }
    }

    static long of(long holding) {
        return holding / HOLDINGS;
    }

    /**
     * Adds holdings with numbers that were just given.
     *
     * @param checkedMillis by number; null for a file that is not at its place
     */
    static void add(Statements sql, Map<Long, @Nullable Long> checkedMillis) {
        Map<Long, Span> added = new TreeMap<>();
        checkedMillis.forEach((holding, millis) -> {
            Span one = millis == null ? none(of(holding)) : new Span(of(holding), millis, millis);
            added.merge(one.number(), one, CheckSpans::both);
        });
        Map<Long, Span> known = known(sql, added.keySet());
        added.replaceAll((number, span) -> known.containsKey(number) ? both(span, known.get(number)) : span);
        write(sql, added.values(), known);
    }

    private static Span none(long span) {
        return new Span(span, NEVER, 0);
    }

    private static Span both(Span one, Span other) {
        return new Span(one.number(), Math.min(one.oldest(), other.oldest()), Math.max(one.newest(), other.newest()));
    }

    /** Reads the holdings of spans again, after any change of them. */
    static void refresh(Statements sql, Collection<Long> spans) {
        Set<Long> ordered = new TreeSet<>(spans);
        write(sql, ordered.stream().map(span -> read(sql, span)).toList(), known(sql, ordered));
    }

    private static Span read(Statements sql, long span) {
        return sql.one(
                        "SELECT MIN(h.checked_ms), MAX(h.checked_ms) FROM holding h WHERE h.holding_no BETWEEN ? AND ?"
                                + Scrubs.ON_DISK + " HAVING COUNT(*) > 0",
                        (row, at) -> new Span(span, row.getLong(1), row.getLong(2)),
                        span * HOLDINGS,
                        lastOf(span))
                .orElse(none(span));
    }

    private static long lastOf(long span) {
        return span * HOLDINGS + HOLDINGS - 1;
    }

    private static Map<Long, Span> known(Statements sql, Collection<Long> numbers) {
        Map<Long, Span> known = new HashMap<>();
        for (List<Long> part : Statements.parts(List.copyOf(numbers))) {
            sql.list(
                            "SELECT span_no, oldest_ms, newest_ms FROM check_span WHERE span_no IN ("
                                    + Statements.marks(part.size()) + ") ORDER BY span_no LIMIT " + part.size(),
                            (row, at) -> new Span(row.getLong(1), row.getLong(2), row.getLong(3)),
                            part.toArray())
                    .forEach(span -> known.put(span.number(), span));
        }
        return known;
    }

    private static void write(Statements sql, Collection<Span> spans, Map<Long, Span> known) {
        List<@Nullable Object[]> inserted = new ArrayList<>();
        List<@Nullable Object[]> changed = new ArrayList<>();
        for (Span span : spans) {
            Span before = known.get(span.number());
            if (span.equals(before)) continue;
            (before == null ? inserted : changed)
                    .add(new @Nullable Object[] {span.oldest(), span.newest(), span.number()});
        }
        sql.batch("UPDATE check_span SET oldest_ms = ?, newest_ms = ? WHERE span_no = ?", changed);
        sql.batch("INSERT INTO check_span (oldest_ms, newest_ms, span_no) VALUES (?, ?, ?)", inserted);
    }

    /** As {@link Scrubs#due}. */
    static List<Numbered> due(Statements sql, Place after, long beforeMillis, int rowsMax) {
        List<Numbered> found = new ArrayList<>();
        Span last = null;
        while (true) {
            List<Span> spans = after(sql, last, beforeMillis);
            for (Span span : spans) {
                if (found.size() == rowsMax && compare(span.place(), place(found.get(rowsMax - 1))) > 0) return found;
                if (isBefore(span, after)) continue;
                add(sql, span, after, beforeMillis, found);
                found.sort(ORDER);
                if (found.size() > rowsMax) found.subList(rowsMax, found.size()).clear();
            }
            if (spans.size() < SPANS_AT_ONCE) return found;
            last = spans.get(spans.size() - 1);
        }
    }

    /** True if no holding of the span comes after that place. */
    private static boolean isBefore(Span span, Place after) {
        return compare(new Place(span.newest(), lastOf(span.number())), after) <= 0;
    }

    private static void add(Statements sql, Span span, Place after, long beforeMillis, List<Numbered> found) {
        sql
                .list(
                        HoldingRows.SELECT
                                + " WHERE h.holding_no BETWEEN ? AND ? AND h.checked_ms >= ? AND h.checked_ms < ?"
                                + Scrubs.ON_DISK + " ORDER BY h.holding_no LIMIT " + HOLDINGS,
                        (row, at) -> HoldingRows.row(row),
                        span.number() * HOLDINGS,
                        lastOf(span.number()),
                        after.checkedMillis(),
                        beforeMillis)
                .stream()
                .filter(row -> compare(place(row), after) > 0)
                .forEach(found::add);
    }

    private static List<Span> after(Statements sql, @Nullable Span last, long beforeMillis) {
        List<Span> spans = new ArrayList<>();
        if (last != null) {
            spans.addAll(sql.list(
                    "SELECT span_no, oldest_ms, newest_ms FROM check_span WHERE oldest_ms = ? AND span_no > ? AND oldest_ms < ?"
                            + " ORDER BY oldest_ms, span_no LIMIT " + SPANS_AT_ONCE,
                    (row, at) -> new Span(row.getLong(1), row.getLong(2), row.getLong(3)),
                    last.oldest(),
                    last.number(),
                    beforeMillis));
        }
        if (spans.size() < SPANS_AT_ONCE) {
            spans.addAll(sql.list(
                    "SELECT span_no, oldest_ms, newest_ms FROM check_span WHERE oldest_ms > ? AND oldest_ms < ?"
                            + " ORDER BY oldest_ms, span_no LIMIT ?",
                    (row, at) -> new Span(row.getLong(1), row.getLong(2), row.getLong(3)),
                    last == null ? -1 : last.oldest(),
                    beforeMillis,
                    SPANS_AT_ONCE - spans.size()));
        }
        return spans;
    }

    private static Place place(Numbered row) {
        return Scrubs.placeOf(row);
    }

    private static int compare(Place one, Place other) {
        int byTime = Long.compare(one.checkedMillis(), other.checkedMillis());
        return byTime == 0 ? Long.compare(one.holding(), other.holding()) : byTime;
    }
}
