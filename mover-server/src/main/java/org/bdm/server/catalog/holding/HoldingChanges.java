package org.bdm.server.catalog.holding;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.ChangeWork;
import org.jspecify.annotations.Nullable;

/** Writes decided changes of holdings. On the committer's thread, in one transaction. */
final class HoldingChanges {
    private HoldingChanges() {}

    /** A place in an export. */
    private record Place(ExportName export, StorePath path) {}

    static List<HoldingChange.After> write(ChangeWork work, List<HoldingChange> changes) {
        HoldingBatch batch = new HoldingBatch(work);
        Map<Place, HoldingRows.Numbered> rows = rows(work, changes);
        Map<Place, @Nullable Holding> written = new HashMap<>();
        Map<Place, Holding> puts = new LinkedHashMap<>();
        List<HistoryEntry> history = new ArrayList<>();
        List<HoldingChange.After> outcomes = new ArrayList<>();
        for (HoldingChange change : changes) {
            Place place = new Place(change.export(), change.path());
            HoldingRows.Numbered row = rows.get(place);
            Holding now = written.containsKey(place) ? written.get(place) : holding(row); // twice in the group
            HoldingChange.After after = Objects.equals(change.before(), now)
                    ? change.after()
                    : change.rule().of(now);
            Holding holding = after.holding();
            if (holding != null) puts.put(place, holding);
            written.put(place, holding);
            history.addAll(after.history());
            if (row != null && isUnreadable(after)) noteUnreadable(work, row);
            outcomes.add(after);
        }
        put(batch, puts, rows);
        HoldingHistory.add(work.sql(), history);
        return outcomes;
    }

    private static void put(HoldingBatch batch, Map<Place, Holding> puts, Map<Place, HoldingRows.Numbered> rows) {
        List<Holding> whole = new ArrayList<>();
        List<HoldingBatch.Look> looks = new ArrayList<>();
        puts.forEach((place, holding) -> {
            HoldingRows.Numbered row = rows.get(place);
            if (row != null && HoldingBatch.Look.isOne(row.holding(), holding))
                looks.add(new HoldingBatch.Look(row, holding));
            else whole.add(holding);
        });
        batch.put(looks, whole);
    }

    private static boolean isUnreadable(HoldingChange.After after) {
        return after.history().stream().anyMatch(entry -> entry.event() == HistoryEvent.UNREADABLE);
    }

    private static void noteUnreadable(ChangeWork work, HoldingRows.Numbered row) {
        long now = work.now().toEpochMilli();
        Instant checked = row.holding().checkedAt();
        int updated = work.sql()
                .update(
                        "UPDATE unreadable_holding SET times = CASE WHEN last_ms > ? THEN times + 1 ELSE 1 END, last_ms = ?"
                                + " WHERE holding_no = ?",
                        checked == null ? 0 : checked.toEpochMilli(),
                        now,
                        row.number());
        if (updated == 0) {
            work.sql()
                    .update(
                            "INSERT INTO unreadable_holding (holding_no, times, last_ms) VALUES (?, 1, ?)",
                            row.number(),
                            now);
        }
    }

    static Set<StorePath> move(ChangeWork work, List<Holdings.Moved> moves, String by) {
        Map<ExportName, List<StorePath>> left = new LinkedHashMap<>();
        List<Holding> taken = new ArrayList<>();
        List<HistoryEntry> history = new ArrayList<>();
        Set<StorePath> moved = new HashSet<>();
        HoldingBatch batch = new HoldingBatch(work);
        for (Holdings.Moved move : moves) {
            Holding before = move.before();
            Holding after = move.after();
            if (!before.equals(now(work, before)) || hasEvidence(now(work, after))) continue;
            if (!moved.add(before.path())) continue; // a file with two new names has the first
            history.add(new HistoryEntry(HistoryEvent.MOVED, work.now(), by, "is now " + shown(after, before), before));
            history.add(new HistoryEntry(HistoryEvent.MOVED, work.now(), by, "was " + shown(before, after), after));
            taken.add(after);
            left.computeIfAbsent(before.export(), missing -> new ArrayList<>()).add(before.path());
        }
        HoldingHistory.add(work.sql(), history);
        batch.put(taken);
        left.forEach((export, paths) -> Holdings.forget(work, export, paths));
        return moved;
    }

    private static String shown(Holding holding, Holding other) {
        return holding.export().equals(other.export())
                ? holding.path().toString()
                : holding.export().value() + holding.path();
    }

    private static boolean hasEvidence(@Nullable Holding holding) {
        return holding != null
                && holding.digests().stream().anyMatch(digest -> digest.origin().isOwn());
    }

    /** Reads the file's holding again: a list may have said another one, which changes nothing else. */
    private static @Nullable Holding now(ChangeWork work, Holding holding) {
        List<HoldingRows.Numbered> rows = HoldingRows.find(
                work.sql(),
                holding.export(),
                holding.path().parent(),
                List.of(holding.path().name()));
        return rows.isEmpty() ? null : rows.get(0).holding();
    }

    private static @Nullable Holding holding(HoldingRows.@Nullable Numbered row) {
        return row == null ? null : row.holding();
    }

    private static Map<Place, HoldingRows.Numbered> rows(ChangeWork work, List<HoldingChange> changes) {
        Map<Place, List<FileName>> byDirectory = new LinkedHashMap<>();
        for (HoldingChange change : changes) {
            Place directory = new Place(change.export(), change.path().parent());
            byDirectory
                    .computeIfAbsent(directory, missing -> new ArrayList<>())
                    .add(change.path().name());
        }
        List<HoldingRows.Numbered> found = new ArrayList<>();
        byDirectory.forEach((directory, names) ->
                found.addAll(HoldingRows.find(work.sql(), directory.export(), directory.path(), names)));
        Map<Place, HoldingRows.Numbered> rows = new HashMap<>();
        for (HoldingRows.Numbered row : found)
            rows.put(new Place(row.holding().export(), row.holding().path()), row);
        return rows;
    }
}
