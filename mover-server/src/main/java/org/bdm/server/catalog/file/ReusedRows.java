package org.bdm.server.catalog.file;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.id.FileId;
import org.bdm.core.transfer.Reuse;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Rows of files that were taken from what was held. */
final class ReusedRows {
    static final String INSERT = "INSERT INTO reused_file (file_id, way, bytes, taken_from) VALUES (?, ?, ?, ?)";

    private static final int TAKEN_FROM_LENGTH_MAX = 13_000;

    private ReusedRows() {}

    static @Nullable Object[] row(FileId file, ReusedFile reused) {
        return new @Nullable Object[] {
            file.number(),
            code(reused.reuse().way()),
            reused.reuse().bytes(),
            Statements.cut(reused.takenFrom(), TAKEN_FROM_LENGTH_MAX)
        };
    }

    /** Those of the files that have such a row. */
    static Map<FileId, ReusedFile> of(Statements sql, List<FileId> files) {
        Map<FileId, ReusedFile> found = new HashMap<>();
        for (List<FileId> part : Statements.parts(files)) {
            sql.list(
                            "SELECT file_id, way, bytes, taken_from FROM reused_file WHERE file_id IN ("
                                    + Statements.marks(part.size()) + ") ORDER BY file_id LIMIT " + part.size(),
                            ReusedRows::row,
                            part.stream().map(FileId::number).toArray())
                    .forEach(row -> found.put(row.getKey(), row.getValue()));
        }
        return found;
    }

    private static Map.Entry<FileId, ReusedFile> row(ResultSet row, int at) throws SQLException {
        Reuse reuse = new Reuse(way(row.getInt(2)), row.getLong(3));
        return Map.entry(new FileId(row.getLong(1)), new ReusedFile(reuse, row.getString(4)));
    }

    private static int code(Reuse.Way way) {
        return switch (way) {
            case COPIED -> 1;
            case LINKED -> 2;
            case REPAIRED -> 3;
        };
    }

    private static Reuse.Way way(int code) {
        return switch (code) {
            case 2 -> Reuse.Way.LINKED;
            case 3 -> Reuse.Way.REPAIRED;
            default -> Reuse.Way.COPIED;
        };
    }
}
