package org.bdm.server.catalog.holding;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.bdm.server.catalog.db.RunningNumber;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Writes the tables by which few of many holdings are found: with a digest that is sought, in an exceptional state, due for a check. Indexes of
 * the table of holdings would have an entry for each file, most of them of one value. For one transaction, on the committer's thread: made
 * before the holdings are read, it keeps other nodes from changing any until the commit; the changes are told, and when these are written,
 * {@link #write} ends it.
 *
 * <pre>
 *   sought_digest        sought, holding_no       the first bytes of digests of files of datasets, and of large ones
 *   exceptional_holding  state, holding_no        neither VERIFIED nor UNVERIFIED
 *   check_span           see {@link CheckSpans}
 * </pre>
 */
public final class HoldingSideTables {
    private final Statements sql;
    private final Map<Long, Change> changes = new LinkedHashMap<>();

    HoldingSideTables(Statements sql) {
        this.sql = sql;
        lockHoldings(sql);
    }

    /** Keeps other nodes from changing holdings until the commit. */
    static void lockHoldings(Statements sql) {
        RunningNumber.HOLDING.hold(sql);
    }

    /** Counts the holdings with numbers from {@code from} to below {@code to} that are in no turn to be checked, or not found by their state. */
    public static long countUnfound(Statements sql, long from, long to) {
        return sql.number(
                "SELECT COUNT(*) FROM holding h WHERE h.holding_no >= ? AND h.holding_no < ? AND ((h.state > 2 AND NOT EXISTS"
                        + " (SELECT 1 FROM exceptional_holding x WHERE x.state = h.state AND x.holding_no = h.holding_no))"
                        + " OR (NOT EXISTS (SELECT 1 FROM check_span c WHERE c.span_no = h.holding_no / "
                        + CheckSpans.HOLDINGS
                        + " AND c.oldest_ms <= h.checked_ms AND c.newest_ms >= h.checked_ms)" + Scrubs.ON_DISK + "))",
                from,
                to);
    }

    /** The part of a holding that the tables have; the state is null if there is none. */
    private record Shown(
            @Nullable HoldingState state, @Nullable Instant checkedAt, Set<ByteBuffer> sought) {
        private static final Shown NOTHING = new Shown(null, null, Set.of());

        static Shown of(Holding holding) {
            if (!HeldDigestRows.isSought(holding)) return new Shown(holding.state(), holding.checkedAt(), Set.of());
            Set<ByteBuffer> sought = new HashSet<>();
            for (HoldingDigest known : holding.digests())
                sought.add(ByteBuffer.wrap(HeldDigestRows.sought(known.digest())));
            return new Shown(holding.state(), holding.checkedAt(), sought);
        }

        boolean isExceptional() {
            return state != null && state.isExceptional();
        }

        /** True if there is a file at its place, as far as the holding says. */
        boolean isToCheck() {
            return state != null && state != HoldingState.DISPUTED;
        }

        boolean isInTurnAs(Shown other) {
            return isToCheck() == other.isToCheck() && Objects.equals(checkedAt, other.checkedAt);
        }
    }

    private record Change(Shown before, Shown after) {
        boolean isOfNewNumber() {
            return before.state() == null && after.state() != null;
        }

        static Change both(Change first, Change second) {
            return new Change(first.before, second.after);
        }
    }

    /** There is a holding that was not there. */
    void added(long number, Holding holding) {
        changed(number, Shown.NOTHING, Shown.of(holding));
    }

    /** A holding is no more. */
    void removed(long number, Holding holding) {
        changed(number, Shown.of(holding), Shown.NOTHING);
    }

    /** A holding is another now. */
    void changed(long number, Holding before, Holding after) {
        changed(number, Shown.of(before), Shown.of(after));
    }

    /** A holding has another state now, and is the same otherwise. */
    void changed(long number, HoldingState before, HoldingState after) {
        changed(number, new Shown(before, null, Set.of()), new Shown(after, null, Set.of()));
    }

    private void changed(long number, Shown before, Shown after) {
        changes.merge(number, new Change(before, after), Change::both);
    }

    /** Writes what was told; to be called when the holdings are written. */
    void write() {
        writeSought();
        writeExceptional();
        Map<Long, @Nullable Long> added = new HashMap<>();
        Set<Long> spans = new TreeSet<>();
        changes.forEach((number, change) -> {
            Shown after = change.after();
            if (change.isOfNewNumber())
                added.put(number, after.isToCheck() ? (Long) HoldingRows.checkedMillis(after.checkedAt()) : null);
            else if (!change.before().isInTurnAs(after)) spans.add(CheckSpans.of(number));
        });
        CheckSpans.add(sql, added);
        CheckSpans.refresh(sql, spans);
        changes.clear();
    }

    private void writeSought() {
        List<@Nullable Object[]> deleted = new ArrayList<>();
        List<@Nullable Object[]> inserted = new ArrayList<>();
        changes.forEach((number, change) -> {
            for (ByteBuffer value : change.before().sought()) {
                if (!change.after().sought().contains(value)) deleted.add(soughtRow(value, number));
            }
            for (ByteBuffer value : change.after().sought()) {
                if (!change.before().sought().contains(value)) inserted.add(soughtRow(value, number));
            }
        });
        sql.batch("DELETE FROM sought_digest WHERE sought = ? AND holding_no = ?", deleted);
        sql.batch("INSERT INTO sought_digest (sought, holding_no) VALUES (?, ?)", inserted);
    }

    private static @Nullable Object[] soughtRow(ByteBuffer value, long number) {
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        return new Object[] {bytes, number};
    }

    private void writeExceptional() {
        List<@Nullable Object[]> deleted = new ArrayList<>();
        List<@Nullable Object[]> inserted = new ArrayList<>();
        changes.forEach((number, change) -> {
            if (change.before().state() == change.after().state()) return;
            if (change.before().isExceptional()) deleted.add(row(number, change.before()));
            if (change.after().isExceptional()) inserted.add(row(number, change.after()));
        });
        sql.batch("DELETE FROM exceptional_holding WHERE state = ? AND holding_no = ?", deleted);
        sql.batch("INSERT INTO exceptional_holding (state, holding_no) VALUES (?, ?)", inserted);
    }

    private static @Nullable Object[] row(long number, Shown shown) {
        return new Object[] {Objects.requireNonNull(shown.state()).code(), number};
    }
}
