package org.bdm.server.catalog.holding;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Holdings of files that are in the quarantine with a plan: they are no holdings until their files are back, and lose nothing meanwhile. Made
 * for one transaction, on the committer's thread.
 */
public final class QuarantinedHoldings {
    private static final String COLUMNS =
            "holding_no, dir_no, name, dataset_no, size, modified_s, modified_ns, state, since_ms, inode, checked_ms";
    private static final List<String> EVIDENCE = List.of("holding_digest", "held_ranges");

    private final ChangeWork work;
    private final Statements sql;
    private final long plan;
    private final Set<Long> touched = new TreeSet<>();

    /** Of one plan. */
    public QuarantinedHoldings(ChangeWork work, long plan) {
        this.work = work;
        this.sql = work.sql();
        this.plan = plan;
    }

    /** Takes the holding of a file out of those of the site; nothing happens if it has none. */
    public void take(long file, ExportName export, StorePath path) {
        for (HoldingRows.Numbered found : Holdings.find(sql, export, path.parent(), List.of(path.name()))) {
            sql.update("DELETE FROM quarantined_holding WHERE plan_no = ? AND file_no = ?", plan, file);
            sql.update(
                    "INSERT INTO quarantined_holding (plan_no, file_no, " + COLUMNS + ") SELECT CAST(? AS BIGINT),"
                            + " CAST(? AS BIGINT), " + COLUMNS + " FROM holding WHERE holding_no = ?",
                    plan,
                    file,
                    found.number());
            remove(found.number(), List.of("kept_holding", "holding"));
            touch(found.holding().dataset());
        }
    }

    /** Gives the site the holding of a file that is back; what was known meanwhile of its place is of no file, and is forgotten. */
    public void bringBack(long file) {
        for (Row row : rows(file)) {
            sql.list(
                            "SELECT holding_no FROM holding WHERE dir_no = ? AND name = ?",
                            (other, at) -> other.getLong(1),
                            row.directory(),
                            row.name())
                    .forEach(other -> {
                        remove(other, EVIDENCE);
                        remove(other, List.of("kept_holding", "holding"));
                    });
            sql.update(
                    "INSERT INTO holding (" + COLUMNS + ") SELECT " + COLUMNS
                            + " FROM quarantined_holding WHERE plan_no = ? AND file_no = ?",
                    plan,
                    file);
            sql.update("DELETE FROM quarantined_holding WHERE plan_no = ? AND file_no = ?", plan, file);
            if (row.dataset() > 0) touched.add(row.dataset());
        }
    }

    /** Forgets the holding of a file that was deleted, with its evidence. */
    public void forget(long file) {
        for (Row row : rows(file)) {
            remove(row.holding(), EVIDENCE);
            sql.update("DELETE FROM quarantined_holding WHERE plan_no = ? AND file_no = ?", plan, file);
        }
    }

    /** Ends the change: counts and marks of the datasets are as their holdings are now. */
    public void end() {
        if (!touched.isEmpty()) HeldDatasetCounts.refresh(sql, new DatasetMarkRows(work).refresh(touched));
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
