package org.bdm.server.catalog.file;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.DigestColumns;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.JobRows;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;

/** Rows of files, and what they mean. */
final class FileRows {
    static final int TOKEN_BYTES = 20;

    /** Digests of one file: one of each algorithm. */
    private static final int DIGESTS_MAX = 4;

    /** A range of at most so many ids for each file is read as a whole. */
    private static final int SPREAD_MAX = 4;

    /**
     * Files with their directory, item and trouble; {@link #arguments} has the first arguments. Each table has its bounds, although the joins
     * imply them: PostgreSQL plans with the partitions of that job only.
     */
    static final String SELECT = "SELECT f.*, d.path, " + JobRows.ITEM_COLUMNS
            + ", x.error_code, x.not_before_ms, x.text FROM file_entry f"
            + " JOIN job_item i ON i.item_id = CAST(? AS BIGINT) + f.item_no AND i.item_id >= ? AND i.item_id < ?"
            + " LEFT JOIN directory d ON d.dir_id = f.dir_id AND d.dir_id >= ? AND d.dir_id < ?"
            + " LEFT JOIN file_exception x ON x.file_id = f.file_id";

    static final String INSERT_EXCEPTION =
            "INSERT INTO file_exception (file_id, job_no, state, error_code, not_before_ms, text) VALUES (?, ?, ?, ?, ?, ?)";

    private FileRows() {}

    /** The arguments of {@link #SELECT} for files of one job, then those of the rest of the query. */
    static @Nullable Object[] arguments(JobId job, @Nullable Object... others) {
        long first = FileNumber.first(job); // a BIGINT, as item_no is not
        long end = first + FileNumber.FILES_MAX;
        List<@Nullable Object> arguments = new ArrayList<>(List.of(first, first, end, first, end));
        arguments.addAll(Arrays.asList(others));
        return arguments.toArray();
    }

    static @Nullable Object[] exception(long jobNumber, long fileId, FileState state, FileTrouble trouble) {
        return new @Nullable Object[] {
            fileId,
            jobNumber,
            state.code(),
            trouble.code().number(),
            trouble.notBefore() == null ? null : trouble.notBefore().toEpochMilli(),
            Statements.cut(trouble.text(), 2000)
        };
    }

    /** The rows with the digests that were given with the job. */
    static List<FileRow> withExpected(Statements sql, List<FileRow> rows) {
        if (rows.isEmpty()) return rows;
        Map<Long, List<Checksum>> digests = new HashMap<>();
        RowMapper<Map.Entry<Long, Checksum>> digest = (row, at) ->
                Map.entry(row.getLong(1), new Checksum(DigestColumns.algorithm(row.getInt(2)), row.getBytes(3)));
        expected(sql, rows, digest)
                .forEach(found -> digests.computeIfAbsent(found.getKey(), missing -> new ArrayList<>())
                        .add(found.getValue()));
        if (digests.isEmpty()) return rows;
        return rows.stream()
                .map(row -> withExpected(row, digests.getOrDefault(row.id().number(), List.of())))
                .toList();
    }

    /** Files that mostly follow each other are looked for as a range, which is one search instead of one for each. */
    private static <T> List<T> expected(Statements sql, List<FileRow> rows, RowMapper<T> digest) {
        long[] ids = rows.stream().mapToLong(row -> row.id().number()).sorted().toArray();
        long first = ids[0];
        long last = ids[ids.length - 1];
        String select = "SELECT file_id, algorithm, digest FROM expected_digest WHERE file_id ";
        String order = " ORDER BY file_id, algorithm LIMIT ";
        if (last - first < (long) SPREAD_MAX * ids.length) {
            return sql.list(
                    select + ">= ? AND file_id <= ?" + order + DIGESTS_MAX * (last - first + 1), digest, first, last);
        }
        return sql.list(
                select + "IN (" + Statements.marks(ids.length) + ")" + order + DIGESTS_MAX * ids.length,
                digest,
                Arrays.stream(ids).boxed().toArray());
    }

    private static FileRow withExpected(FileRow row, List<Checksum> expected) {
        return new FileRow(
                row.id(),
                row.item(),
                row.directory(),
                row.name(),
                row.status(),
                row.state(),
                row.effort(),
                row.evidence(),
                row.trouble(),
                row.since(),
                expected);
    }
}
