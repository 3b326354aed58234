package org.bdm.server.catalog;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileState;
import org.jspecify.annotations.Nullable;

/** Rows of files, and what they mean. */
final class FileRows {
    static final int TOKEN_BYTES = 20;

    /** Files with their directory, item and trouble; the first argument is the id of the job's item 0, which is a BIGINT as item_no is not. */
    static final String SELECT = "SELECT f.*, d.path, " + JobRows.ITEM_COLUMNS
            + ", x.error_code, x.not_before_ms, x.text FROM file_entry f"
            + " JOIN job_item i ON i.item_id = CAST(? AS BIGINT) + f.item_no"
            + " LEFT JOIN directory d ON d.dir_id = f.dir_id LEFT JOIN file_exception x ON x.file_id = f.file_id";

    static final String INSERT_EXCEPTION =
            "INSERT INTO file_exception (file_id, job_no, state, error_code, not_before_ms, text) VALUES (?, ?, ?, ?, ?, ?)";

    private FileRows() {}

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

    /** A row without its expected digests. In a job that ended, what is not final is CANCELLED. */
    static FileRow row(ResultSet row, boolean isJobFinal) throws SQLException {
        FileState stored = FileState.ofCode(row.getInt("state"));
        FileState state = isJobFinal && !stored.isFinal() ? FileState.CANCELLED : stored;
        byte[] path = row.getBytes("path");
        byte[] name = row.getBytes("name");
        Long sinceMillis = Statements.longOrNull(row, "ended_ms");
        return new FileRow(
                new FileId(row.getLong("file_id")),
                JobRows.item(row, 0),
                path == null ? StorePath.ROOT : StorePath.of(path),
                name == null ? null : FileName.of(name),
                status(row),
                state,
                new FileEffort(
                        row.getInt("epoch"),
                        row.getInt("attempts"),
                        row.getLong("millis"),
                        row.getLong("bytes_moved"),
                        row.getLong("bytes_resent")),
                evidence(row),
                trouble(row),
                sinceMillis == null ? null : Instant.ofEpochMilli(sinceMillis),
                List.of());
    }

    private static FileStatus status(ResultSet row) throws SQLException {
        ByteBuffer token = ByteBuffer.wrap(row.getBytes("version_token"));
        long inode = token.getLong();
        Instant changed = Instant.ofEpochSecond(token.getLong(), token.getInt());
        Instant modified = Instant.ofEpochSecond(row.getLong("modified_s"), row.getInt("modified_ns"));
        return new FileStatus(
                FileKind.ofCode(row.getInt("kind")),
                new FileVersion(row.getLong("size"), modified, changed, inode),
                row.getInt("mode"),
                row.getBytes("link_target"));
    }

    private static @Nullable Evidence evidence(ResultSet row) throws SQLException {
        Long level = Statements.longOrNull(row, "evidence");
        if (level == null) return null;
        Checksum digest = new Checksum(JobRows.algorithm(row.getInt("digest_algorithm")), row.getBytes("digest"));
        for (EvidenceLevel known : EvidenceLevel.values()) {
            if (known.code() == level) return new Evidence(known, digest);
        }
        throw new SQLException("no level of evidence has the code " + level);
    }

    private static @Nullable FileTrouble trouble(ResultSet row) throws SQLException {
        Long code = Statements.longOrNull(row, "error_code");
        if (code == null) return null;
        Long notBefore = Statements.longOrNull(row, "not_before_ms");
        return new FileTrouble(
                errorCode(code.intValue()),
                row.getString("text"),
                notBefore == null ? null : Instant.ofEpochMilli(notBefore));
    }

    /** A code that only a newer version knows is shown as INTERNAL. */
    static ErrorCode errorCode(int number) {
        return ErrorCode.ofNumber(number).orElse(ErrorCode.INTERNAL);
    }

    /** The rows with the digests that were given with the job. */
    static List<FileRow> withExpected(Statements sql, List<FileRow> rows) {
        if (rows.isEmpty()) return rows;
        Object[] ids = rows.stream().map(row -> (Object) row.id().number()).toArray();
        Map<Long, List<Checksum>> digests = new HashMap<>();
        sql.list(
                        "SELECT file_id, algorithm, digest FROM expected_digest WHERE file_id IN ("
                                + String.join(", ", Collections.nCopies(ids.length, "?"))
                                + ") ORDER BY file_id, algorithm LIMIT "
                                + 4 * ids.length,
                        (row, at) -> Map.entry(
                                row.getLong(1), new Checksum(JobRows.algorithm(row.getInt(2)), row.getBytes(3))),
                        ids)
                .forEach(found -> digests.computeIfAbsent(found.getKey(), missing -> new ArrayList<>())
                        .add(found.getValue()));
        if (digests.isEmpty()) return rows;
        return rows.stream()
                .map(row -> withExpected(row, digests.getOrDefault(row.id().number(), List.of())))
                .toList();
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
