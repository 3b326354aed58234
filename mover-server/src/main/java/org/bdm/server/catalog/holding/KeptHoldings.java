package org.bdm.server.catalog.holding;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Holdings whose files are in quarantine. Written before a file is moved there and after it was moved back: the disk says where it is. */
public final class KeptHoldings {
    private static final String SELECT = "SELECT k.kept_ms, h.*, d.export, d.path, s.instance_id FROM kept_holding k"
            + " JOIN holding h ON h.holding_no = k.holding_no JOIN held_directory d ON d.dir_no = h.dir_no"
            + " LEFT JOIN held_dataset s ON s.dataset_no = h.dataset_no";

    private final CatalogParts parts;

    public KeptHoldings(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * A holding whose file is in the quarantine of its export, or is just being moved there or back.
     *
     * @param number of the holding
     * @param dataset number of its dataset among those that are held
     * @param since when it was begun to move it
     */
    public record KeptHolding(long number, long dataset, Holding holding, Instant since) {
        /** Returns its name in the quarantine. */
        public String keptAs() {
            return "holding-" + number;
        }
    }

    /** Notes that these are to be in the quarantine, and gives them with their numbers; paths without a holding or dataset are passed over. */
    public CompletableFuture<List<KeptHolding>> keep(ExportName export, List<StorePath> paths) {
        List<StorePath> kept = List.copyOf(paths);
        return parts.writeWaiting(Math.max(1, kept.size()), work -> {
            Statements sql = work.sql();
            HoldingSideTables.lockHoldings(sql);
            List<Long> numbers = new ArrayList<>();
            for (StorePath path : kept) {
                for (HoldingRows.Numbered found : HoldingRows.find(sql, export, path.parent(), List.of(path.name()))) {
                    String dataset = found.holding().dataset();
                    if (dataset == null) continue;
                    sql.update("DELETE FROM kept_holding WHERE holding_no = ?", found.number());
                    sql.update(
                            "INSERT INTO kept_holding (holding_no, dataset_no, kept_ms) VALUES (?, ?, ?)",
                            found.number(),
                            HoldingRows.dataset(sql, dataset).orElseThrow(),
                            work.now().toEpochMilli());
                    numbers.add(found.number());
                }
            }
            CheckSpans.refresh(sql, numbers.stream().map(CheckSpans::of).toList());
            List<KeptHolding> rows = new ArrayList<>();
            for (List<Long> part : Statements.parts(numbers)) {
                rows.addAll(sql.list(
                        SELECT + " WHERE k.holding_no IN (" + Statements.marks(part.size())
                                + ") ORDER BY k.holding_no LIMIT " + part.size(),
                        (row, at) -> kept(row),
                        part.toArray()));
            }
            return rows;
        });
    }

    private static KeptHolding kept(java.sql.ResultSet row) throws java.sql.SQLException {
        HoldingRows.Numbered found = HoldingRows.row(row);
        return new KeptHolding(
                found.number(),
                row.getLong("dataset_no"),
                found.holding(),
                Instant.ofEpochMilli(row.getLong("kept_ms")));
    }

    /** Notes that these are no longer in the quarantine. */
    public CompletableFuture<Void> release(List<Long> numbers) {
        List<Long> released = List.copyOf(numbers);
        return parts.writeWaiting(Math.max(1, released.size()), work -> {
            HoldingSideTables.lockHoldings(work.sql());
            for (long number : released) {
                work.sql().update("DELETE FROM kept_holding WHERE holding_no = ?", number);
            }
            CheckSpans.refresh(work.sql(), released.stream().map(CheckSpans::of).toList());
            return null;
        });
    }

    /** Those of the paths whose files are in the quarantine. */
    public Map<StorePath, KeptHolding> find(ExportName export, List<StorePath> paths) {
        return parts.read(sql -> {
            Map<StorePath, KeptHolding> found = new HashMap<>();
            if (sql.number("SELECT COUNT(*) FROM (SELECT holding_no FROM kept_holding LIMIT 1) k") == 0) return found;
            for (StorePath path : paths) {
                for (HoldingRows.Numbered row : HoldingRows.find(sql, export, path.parent(), List.of(path.name()))) {
                    sql.one(SELECT + " WHERE k.holding_no = ?", (kept, at) -> kept(kept), row.number())
                            .ifPresent(kept -> found.put(path, kept));
                }
            }
            return found;
        });
    }

    /**
     * In the order of the numbers of the holdings.
     *
     * @param after number of the last one of the page before; 0 for the first page
     */
    public List<KeptHolding> after(long after, int rowsMax) {
        return parts.read(sql -> sql.list(
                SELECT + " WHERE k.holding_no > ? ORDER BY k.holding_no LIMIT ?",
                (row, at) -> kept(row),
                after,
                CatalogParts.checkedRows(rowsMax)));
    }

    /**
     * Datasets with files in the quarantine and no mark in force: instance ids by number, in the order of the numbers.
     *
     * @param after number of the last one of the page before; 0 for the first page
     */
    public Map<Long, String> lifted(long after, int rowsMax) {
        return parts.read(sql -> {
            Map<Long, String> lifted = new LinkedHashMap<>();
            sql.list(
                            "SELECT DISTINCT k.dataset_no, d.instance_id FROM kept_holding k"
                                    + " JOIN held_dataset d ON d.dataset_no = k.dataset_no"
                                    + " LEFT JOIN dataset_mark m ON m.dataset_no = k.dataset_no AND m.in_force"
                                    + " WHERE k.dataset_no > ? AND m.dataset_no IS NULL ORDER BY k.dataset_no LIMIT ?",
                            (row, at) -> Map.entry(row.getLong(1), row.getString(2)),
                            after,
                            CatalogParts.checkedRows(rowsMax))
                    .forEach(dataset -> lifted.put(dataset.getKey(), dataset.getValue()));
            return lifted;
        });
    }

    /** Of one dataset, in the same order. */
    public List<KeptHolding> ofDataset(long dataset, long after, int rowsMax) {
        return parts.read(sql -> sql.list(
                SELECT + " WHERE k.dataset_no = ? AND k.holding_no > ? ORDER BY k.dataset_no, k.holding_no LIMIT ?",
                (row, at) -> kept(row),
                dataset,
                after,
                CatalogParts.checkedRows(rowsMax)));
    }

    /**
     * Holdings of files that are in the quarantine with a plan: they are no holdings until their files are back, and lose nothing meanwhile.
     * Made for one transaction, on the committer's thread.
     */
    public static final class OfPlan {
        private static final String COLUMNS =
                "holding_no, dir_no, name, dataset_no, size, modified_s, modified_ns, state, since_ms, inode, checked_ms,"
                        + " seen_size, seen_s, seen_ns, seen_ms, digests";

        private final ChangeWork work;
        private final Statements sql;
        private final long plan;
        private final String by;
        private final String taker;
        private final Set<Long> touched = new TreeSet<>();
        private final HoldingSideTables sideTables;

        /** Of one plan. */
        public OfPlan(ChangeWork work, long plan) {
            this.work = work;
            this.sql = work.sql();
            this.sideTables = new HoldingSideTables(sql);
            this.plan = plan;
            this.by = sql.one(
                            "SELECT applied_by FROM purge_plan WHERE plan_no = ?", (row, at) -> row.getString(1), plan)
                    .orElse("");
            this.taker = sql.one(
                            "SELECT mirror_job FROM purge_plan WHERE plan_no = ? AND replaces",
                            (row, at) -> "job-" + row.getLong(1),
                            plan)
                    .orElse(by);
        }

        /** Takes the holding of a file out of those of the site; nothing happens if it has none. */
        public void take(long file, ExportName export, StorePath path) {
            take(file, export, path, holding -> true);
        }

        /** As {@link #take(long, ExportName, StorePath)}, if the holding is of the file that went. */
        public void take(long file, ExportName export, StorePath path, Predicate<Holding> isOfIt) {
            for (HoldingRows.Numbered found : HoldingRows.find(sql, export, path.parent(), List.of(path.name()))) {
                if (!isOfIt.test(found.holding())) continue;
                note(HistoryEvent.QUARANTINED, taker, found.holding());
                sql.update("DELETE FROM quarantined_holding WHERE plan_no = ? AND file_no = ?", plan, file);
                sql.update(
                        "INSERT INTO quarantined_holding (plan_no, file_no, " + COLUMNS + ") SELECT CAST(? AS BIGINT),"
                                + " CAST(? AS BIGINT), " + COLUMNS + " FROM holding WHERE holding_no = ?",
                        plan,
                        file,
                        found.number());
                remove(found.number(), List.of("kept_holding", "holding"));
                sideTables.removed(found.number(), found.holding());
                touch(found.holding().dataset());
            }
        }

        /** Gives the site the holding of a file that is back; what was known meanwhile of its place is of no file, and goes to the history. */
        public void bringBack(long file) {
            for (Row row : rows(file)) {
                sql.list(
                                "SELECT holding_no FROM holding WHERE dir_no = ? AND name = ?",
                                (other, at) -> other.getLong(1),
                                row.directory(),
                                row.name())
                        .forEach(other -> {
                            numbered(other).forEach(found -> {
                                note(HistoryEvent.REPLACED, found.holding());
                                sideTables.removed(other, found.holding());
                            });
                            remove(other, List.of("held_ranges", "kept_holding", "unreadable_holding", "holding"));
                        });
                sql.update(
                        "INSERT INTO holding (" + COLUMNS + ") SELECT " + COLUMNS
                                + " FROM quarantined_holding WHERE plan_no = ? AND file_no = ?",
                        plan,
                        file);
                sql.update("DELETE FROM quarantined_holding WHERE plan_no = ? AND file_no = ?", plan, file);
                for (HoldingRows.Numbered back : numbered(row.holding())) {
                    note(HistoryEvent.RESTORED, back.holding());
                    sideTables.added(back.number(), back.holding());
                }
                if (row.dataset() > 0) touched.add(row.dataset());
            }
        }

        /** Forgets the holding of a file that was deleted, with its evidence. */
        public void forget(long file) {
            for (Row row : rows(file)) {
                remove(row.holding(), List.of("held_ranges", "unreadable_holding"));
                sql.update("DELETE FROM quarantined_holding WHERE plan_no = ? AND file_no = ?", plan, file);
            }
        }

        /** Ends the change: counts and marks of the datasets are as their holdings are now. */
        public void end() {
            sideTables.write();
            if (!touched.isEmpty()) HeldDatasetCounts.refresh(sql, new DatasetMarkRows(work).refresh(touched));
        }

        private List<HoldingRows.Numbered> numbered(long holding) {
            return sql.list(
                    HoldingRows.SELECT + " WHERE h.holding_no = ? ORDER BY h.holding_no LIMIT 1",
                    (row, at) -> HoldingRows.row(row),
                    holding);
        }

        private void note(HistoryEvent event, Holding holding) {
            note(event, by, holding);
        }

        private void note(HistoryEvent event, String who, Holding holding) {
            HoldingHistory.add(sql, List.of(new HistoryEntry(event, work.now(), who, "purge-" + plan, holding)));
        }

        private record Row(long holding, long directory, byte[] name, long dataset) {}

        private List<Row> rows(long file) {
            return sql.list(
                    "SELECT holding_no, dir_no, name, dataset_no FROM quarantined_holding WHERE plan_no = ? AND file_no = ?",
                    (row, at) -> new Row(row.getLong(1), row.getLong(2), row.getBytes(3), row.getLong(4)),
                    plan,
                    file);
        }

        private void remove(long holding, List<String> tables) {
            for (String table : tables) sql.update("DELETE FROM " + table + " WHERE holding_no = ?", holding);
        }

        private void touch(@Nullable String dataset) {
            if (dataset != null) HoldingRows.dataset(sql, dataset).ifPresent(touched::add);
        }
    }
}
