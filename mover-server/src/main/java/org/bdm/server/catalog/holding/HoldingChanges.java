package org.bdm.server.catalog.holding;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        Map<Place, HoldingRows.Numbered> now = now(work, changes);
        Map<Place, @Nullable Holding> written = new HashMap<>();
        Map<Place, Holding> puts = new LinkedHashMap<>();
        List<HistoryEntry> history = new ArrayList<>();
        List<HoldingChange.After> outcomes = new ArrayList<>();
        for (HoldingChange change : changes) {
            Place place = new Place(change.export(), change.path());
            HoldingChange.After after;
            if (written.containsKey(place)) {
                after = change.rule().of(written.get(place)); // twice in the group
            } else {
                HoldingRows.Numbered row = now.get(place);
                after = isAsRead(change.before(), row)
                        ? change.after()
                        : change.rule().of(whole(work, row));
            }
            Holding holding = after.holding();
            if (holding != null) puts.put(place, holding);
            written.put(place, holding);
            history.addAll(after.history());
            HoldingRows.Numbered unread = isUnreadable(after) ? now.get(place) : null;
            if (unread != null) noteUnreadable(work, unread);
            outcomes.add(after);
        }
        new HoldingBatch(work).put(List.copyOf(puts.values()));
        HoldingHistory.add(work.sql(), history);
        return outcomes;
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
        for (Holdings.Moved move : moves) {
            Holding before = move.before();
            Holding after = move.after();
            if (!isAsRead(before, row(work, before)) || hasEvidence(whole(work, row(work, after)))) continue;
            if (!moved.add(before.path())) continue; // a file with two new names has the first
            history.add(new HistoryEntry(HistoryEvent.MOVED, work.now(), by, "is now " + shown(after, before), before));
            history.add(new HistoryEntry(HistoryEvent.MOVED, work.now(), by, "was " + shown(before, after), after));
            taken.add(after);
            left.computeIfAbsent(before.export(), missing -> new ArrayList<>()).add(before.path());
        }
        HoldingHistory.add(work.sql(), history);
        new HoldingBatch(work).put(taken);
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

    private static HoldingRows.@Nullable Numbered row(ChangeWork work, Holding holding) {
        List<HoldingRows.Numbered> rows = Holdings.find(
                work.sql(),
                holding.export(),
                holding.path().parent(),
                List.of(holding.path().name()));
        return rows.isEmpty() ? null : rows.get(0);
    }

    private static boolean isAsRead(@Nullable Holding before, HoldingRows.@Nullable Numbered row) {
        if (before == null || row == null) return before == null && row == null;
        return before.with(List.of()).equals(row.holding());
    }

    private static @Nullable Holding whole(ChangeWork work, HoldingRows.@Nullable Numbered row) {
        if (row == null) return null;
        return HoldingRows.withDigests(work.sql(), List.of(row)).get(0).holding();
    }

    private static Map<Place, HoldingRows.Numbered> now(ChangeWork work, List<HoldingChange> changes) {
        Map<Place, List<FileName>> byDirectory = new LinkedHashMap<>();
        for (HoldingChange change : changes) {
            Place directory = new Place(change.export(), change.path().parent());
            byDirectory
                    .computeIfAbsent(directory, missing -> new ArrayList<>())
                    .add(change.path().name());
        }
        Map<Place, HoldingRows.Numbered> now = new HashMap<>();
        byDirectory.forEach((directory, names) -> Holdings.find(work.sql(), directory.export(), directory.path(), names)
                .forEach(row ->
                        now.put(new Place(directory.export(), row.holding().path()), row)));
        return now;
    }
}
