package org.bdm.server.catalog.holding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
            outcomes.add(after);
        }
        new HoldingBatch(work).put(List.copyOf(puts.values()));
        HoldingHistory.add(work.sql(), history);
        return outcomes;
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
