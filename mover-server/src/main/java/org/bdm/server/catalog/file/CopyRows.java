package org.bdm.server.catalog.file;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bdm.core.id.FileId;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Rows of what was learnt of copies while files were fetched, and their end. */
public final class CopyRows {
    /** Both have the key file_id, location_hash. */
    public static final List<String> TABLES = List.of("copy_validator", "copy_trial");

    private static final int ROWS_LOOKED_AT_MAX = 10_000;

    private CopyRows() {}

    public record Key(long file, long locationHash) {}

    /** Forgets copies of files that are there; most have none. What one look does not reach is forgotten with the job. */
    static void forget(Statements sql, Set<FileId> files) {
        if (files.isEmpty()) return;
        long first = files.stream().mapToLong(FileId::number).min().orElseThrow();
        long last = files.stream().mapToLong(FileId::number).max().orElseThrow();
        for (String table : TABLES) {
            Set<Long> found = new HashSet<>();
            for (Key key : keys(sql, table, first, last, ROWS_LOOKED_AT_MAX)) found.add(key.file());
            found.removeIf(number -> !files.contains(new FileId(number)));
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (long number : found) rows.add(new Object[] {number});
            sql.batch("DELETE FROM " + table + " WHERE file_id = ?", rows);
        }
    }

    public static List<Key> keys(Statements sql, String table, long firstFile, long lastFile, int rowsMax) {
        return sql.list(
                "SELECT file_id, location_hash FROM " + table
                        + " WHERE file_id >= ? AND file_id <= ? ORDER BY file_id, location_hash LIMIT ?",
                (row, at) -> new Key(row.getLong(1), row.getLong(2)),
                firstFile,
                lastFile,
                rowsMax);
    }

    public static void delete(Statements sql, String table, List<Key> keys) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Key key : keys) rows.add(new Object[] {key.file(), key.locationHash()});
        sql.batch("DELETE FROM " + table + " WHERE file_id = ? AND location_hash = ?", rows);
    }
}
