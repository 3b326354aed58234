package org.bdm.server.catalog.holding;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/**
 * The scrub of the site: its settings, what it did in this week, and which holdings were not checked for longest. Any thread that may block.
 */
public final class Scrubs {
    private static final int TEXT_LENGTH_MAX = 2_000;
    /** Holdings that have no file at their place: others look after them. */
    static final String ON_DISK = " AND h.state <> " + HoldingState.DISPUTED.code()
            + " AND NOT EXISTS (SELECT 1 FROM kept_holding k WHERE k.holding_no = h.holding_no)";

    private static final RecordColumns<ScrubWeek> WEEK = RecordColumns.of(
            ScrubWeek.class, "week_began_ms week_files checked bytes damaged missing unreadable trouble trouble_ms");

    private static final RecordColumns<ScrubSettings> SETTINGS = RecordColumns.of(
            ScrubSettings.class,
            "is_on millipercent_per_week from_minute to_minute zone bytes_per_second",
            Map.of(ZoneId.class, ZoneId::of));

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public Scrubs(CatalogParts parts) {
        this.parts = parts;
    }

    /** A holding, and when it was checked: its place in the order. */
    public record Due(Place place, Holding holding) {}

    /** The place of a holding in the order of the checks: the time of the last one in milliseconds, and its number. */
    public record Place(long checkedMillis, long holding) {
        /** Before all. */
        public static final Place FIRST = new Place(0, 0);
    }

    /** The result of checking one file. */
    public enum Outcome {
        /** It has the bytes that are known of it. */
        RIGHT,
        /** It has other bytes. */
        DAMAGED,
        /** It is not on disk. */
        MISSING,
        /** It could not be read. */
        UNREADABLE
    }

    /** Holdings in a state that needs a person. */
    public record Exceptional(long files, Holding newest) {}

    /** Returns the settings. */
    public ScrubSettings settings() {
        return parts.read(sql -> sql.one("SELECT * FROM scrub WHERE scrub_no = 1", SETTINGS))
                .orElseThrow(Scrubs::lost);
    }

    /** Returns what was done this week. */
    public ScrubWeek week() {
        return parts.read(sql -> sql.one("SELECT * FROM scrub WHERE scrub_no = 1", WEEK))
                .orElseThrow(Scrubs::lost);
    }

    private static MoverException lost() {
        return new MoverException(ErrorCode.CATALOG_DAMAGED, "the table scrub has no row");
    }

    /**
     * Replaces the settings. Another share counts for the week that runs already.
     *
     * @param weekFiles files that may be checked in this week from now on
     */
    public CompletableFuture<ScrubSettings> set(ScrubSettings wanted, long weekFiles) {
        return parts.write(work -> {
            work.sql()
                    .update(
                            "UPDATE scrub SET is_on = ?, millipercent_per_week = ?, from_minute = ?, to_minute = ?, zone = ?,"
                                    + " bytes_per_second = ?, week_files = ? WHERE scrub_no = 1",
                            wanted.isOn(),
                            wanted.millipercentPerWeek(),
                            wanted.fromMinute(),
                            wanted.toMinute(),
                            wanted.zone().getId(),
                            wanted.bytesPerSecond(),
                            weekFiles);
            return wanted;
        });
    }

    /** Counts all holdings: not often. */
    public long holdings() {
        return parts.read(sql -> sql.number("SELECT COUNT(*) FROM holding"));
    }

    /** Begins a week, unless another process began one meanwhile. */
    public CompletableFuture<Void> beginWeek(@Nullable Instant former, Instant began, long filesMax) {
        return parts.write(work -> {
            work.sql()
                    .update(
                            "UPDATE scrub SET week_began_ms = ?, week_files = ?, checked = 0, bytes = 0, damaged = 0, missing = 0,"
                                    + " unreadable = 0, trouble = NULL, trouble_ms = 0 WHERE scrub_no = 1 AND week_began_ms = ?",
                            began.toEpochMilli(),
                            filesMax,
                            former == null ? 0 : former.toEpochMilli());
            return null;
        });
    }

    /**
     * Returns holdings that were not checked since a time, the oldest check first and, of those never checked, in the order in which they
     * became known. What has no file at its place is left out: disputed files and those in quarantine.
     */
    public List<Due> due(Place after, Instant before, int rowsMax) {
        CatalogParts.checkedRows(rowsMax);
        return parts.read(sql -> CheckSpans.due(sql, after, before.toEpochMilli(), rowsMax).stream()
                .map(row -> new Due(placeOf(row), row.holding()))
                .toList());
    }

    static Place placeOf(HoldingRows.Numbered row) {
        return new Place(HoldingRows.checkedMillis(row.holding().checkedAt()), row.number());
    }

    /** Returns when the holding was checked whose check is oldest; empty if there is none, or one was never checked. */
    public Optional<Instant> oldestCheck() {
        return parts.read(sql -> CheckSpans.due(sql, Place.FIRST, Long.MAX_VALUE, 1)).stream()
                .findFirst()
                .map(oldest -> oldest.holding().checkedAt());
    }

    /**
     * Counts an outcome in the week, and says that the file was looked at: it is the last in the order then.
     *
     * @param text what is wrong; null for nothing
     */
    public CompletableFuture<Void> checked(Due file, Outcome outcome, long bytes, @Nullable String text) {
        return parts.write(2, work -> {
            long now = parts.now().toEpochMilli();
            Statements sql = work.sql();
            mark(sql, List.of(file), now);
            sql.update(
                    "UPDATE scrub SET checked = checked + 1, bytes = bytes + ?, damaged = damaged + ?, missing = missing + ?,"
                            + " unreadable = unreadable + ? WHERE scrub_no = 1",
                    bytes,
                    outcome == Outcome.DAMAGED ? 1 : 0,
                    outcome == Outcome.MISSING ? 1 : 0,
                    outcome == Outcome.UNREADABLE ? 1 : 0);
            if (text != null) trouble(sql, text, now);
            return null;
        });
    }

    /**
     * Counts files that are right in the week, as {@link #checked} does one.
     *
     * @param unmarked those of them whose holdings do not say yet that they were looked at
     * @param bytes of all of them
     */
    public CompletableFuture<Void> checkedRight(List<Due> unmarked, int files, long bytes) {
        return parts.write(unmarked.size() + 1, work -> {
            long now = parts.now().toEpochMilli();
            Statements sql = work.sql();
            mark(sql, unmarked, now);
            sql.update("UPDATE scrub SET checked = checked + ?, bytes = bytes + ? WHERE scrub_no = 1", files, bytes);
            return null;
        });
    }

    private static void mark(Statements sql, List<Due> files, long now) {
        if (files.isEmpty()) return;
        HoldingSideTables.lockHoldings(sql);
        List<Long> numbers = files.stream().map(file -> file.place().holding()).toList();
        sql.batch(
                "UPDATE holding SET checked_ms = ? WHERE holding_no = ? AND checked_ms < ?",
                numbers.stream().map(number -> new Object[] {now, number, now}).toList());
        CheckSpans.refresh(sql, numbers.stream().map(CheckSpans::of).toList());
    }

    /** Says what keeps the scrub from working. */
    public CompletableFuture<Void> troubled(String text) {
        return parts.write(work -> {
            trouble(work.sql(), text, parts.now().toEpochMilli());
            return null;
        });
    }

    private static void trouble(Statements sql, String text, long now) {
        sql.update(
                "UPDATE scrub SET trouble = ?, trouble_ms = ? WHERE scrub_no = 1",
                Statements.cut(text, TEXT_LENGTH_MAX),
                now);
    }

    /** Returns how many held files could not be read at least twice since they were last compared, and the last of them; empty for none. */
    public Optional<Exceptional> unreadable() {
        return parts.read(sql -> {
            String of =
                    " JOIN unreadable_holding u ON u.holding_no = h.holding_no WHERE u.times > 1 AND u.last_ms > h.checked_ms";
            return sql.one(
                            HoldingRows.SELECT + of + " ORDER BY u.last_ms DESC, h.holding_no LIMIT 1",
                            (row, at) -> HoldingRows.row(row))
                    .map(newest ->
                            new Exceptional(sql.number("SELECT COUNT(*) FROM holding h" + of), newest.holding()));
        });
    }

    /** Returns how many holdings are in an exceptional state, and which one was found last; empty for none. */
    public Optional<Exceptional> exceptional(HoldingState state) {
        if (!state.isExceptional()) throw new IllegalArgumentException(state + " has no table of its own");
        return parts.read(sql -> {
            long files = sql.number("SELECT COUNT(*) FROM exceptional_holding WHERE state = ?", state.code());
            return sql.one(
                            HoldingRows.SELECT_EXCEPTIONAL
                                    + " WHERE x.state = ? ORDER BY h.since_ms DESC, h.holding_no LIMIT 1",
                            (row, at) -> HoldingRows.row(row),
                            state.code())
                    .map(newest -> new Exceptional(files, newest.holding()));
        });
    }
}
