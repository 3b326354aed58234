package org.bdm.server.catalog.holding;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Statements;

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
            List<Long> numbers = new ArrayList<>();
            for (StorePath path : kept) {
                for (HoldingRows.Numbered found : Holdings.find(sql, export, path.parent(), List.of(path.name()))) {
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
            for (long number : released) {
                work.sql().update("DELETE FROM kept_holding WHERE holding_no = ?", number);
            }
            return null;
        });
    }

    /** Those of the paths whose files are in the quarantine. */
    public Map<StorePath, KeptHolding> find(ExportName export, List<StorePath> paths) {
        return parts.read(sql -> {
            Map<StorePath, KeptHolding> found = new HashMap<>();
            if (sql.number("SELECT COUNT(*) FROM (SELECT holding_no FROM kept_holding LIMIT 1) k") == 0) return found;
            for (StorePath path : paths) {
                for (HoldingRows.Numbered row : Holdings.find(sql, export, path.parent(), List.of(path.name()))) {
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
}
