package org.bdm.server.catalog.survey;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.KeyHash;
import org.bdm.server.catalog.db.RecordColumns;

/** Files that were compared by their bytes, as their times differ from those of the source; one row each. Any thread. */
public final class ComparedFiles {
    private static final int FILES_OF_DIRECTORY_MAX = 100_000;
    private static final int ROWS_AT_ONCE = 1_000;

    private static final RecordColumns<ComparedFile> ROW =
            RecordColumns.of(ComparedFile.class, "export path size seen_s seen_ns source_s source_ns");

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public ComparedFiles(CatalogParts parts) {
        this.parts = parts;
    }

    /** Adds these, each in place of what was known of its path. */
    public CompletableFuture<Integer> put(List<ComparedFile> files, Instant now) {
        return parts.write(2 * files.size(), work -> {
            work.sql()
                    .batch(
                            "DELETE FROM compared_file WHERE export = ? AND directory_hash = ? AND path = ?",
                            files.stream()
                                    .map(file -> new Object[] {
                                        file.export().value(),
                                        hash(file.path().parent()),
                                        file.path().bytes()
                                    })
                                    .toList());
            work.sql()
                    .batch(
                            "INSERT INTO compared_file (export, directory_hash, path, size, seen_s, seen_ns, source_s,"
                                    + " source_ns, compared_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                            files.stream().map(file -> row(file, now)).toList());
            return files.size();
        });
    }

    private static Object[] row(ComparedFile file, Instant now) {
        return new Object[] {
            file.export().value(),
            hash(file.path().parent()),
            file.path().bytes(),
            file.size(),
            file.seen().getEpochSecond(),
            file.seen().getNano(),
            file.source().getEpochSecond(),
            file.source().getNano(),
            now.toEpochMilli()
        };
    }

    /** Those of one directory, 100,000 at most. */
    public List<ComparedFile> inDirectory(ExportName export, StorePath directory) {
        List<ComparedFile> rows = parts.read(sql -> sql.list(
                "SELECT * FROM compared_file WHERE export = ? AND directory_hash = ? ORDER BY compared_no DESC LIMIT ?",
                ROW,
                export.value(),
                hash(directory),
                FILES_OF_DIRECTORY_MAX));
        return rows.stream()
                .filter(file -> file.path().parent().equals(directory))
                .toList();
    }

    /** Forgets those that were compared before; gives how many rows went, 0 at the end. */
    public CompletableFuture<Integer> forget(Instant comparedBefore) {
        return parts.write(ROWS_AT_ONCE, work -> {
            List<Long> numbers = work.sql()
                    .list(
                            "SELECT compared_no FROM compared_file WHERE compared_ms < ?"
                                    + " ORDER BY compared_ms, compared_no LIMIT ?",
                            (row, at) -> row.getLong(1),
                            comparedBefore.toEpochMilli(),
                            ROWS_AT_ONCE);
            work.sql()
                    .batch(
                            "DELETE FROM compared_file WHERE compared_no = ?",
                            numbers.stream()
                                    .map(number -> new Object[] {number})
                                    .toList());
            return numbers.size();
        });
    }

    private static long hash(StorePath directory) {
        return KeyHash.of(directory.bytes());
    }
}
