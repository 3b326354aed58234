package org.bdm.server.catalog.file;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.DigestColumns;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.JobRows;
import org.bdm.server.catalog.job.NumberedItem;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;

/**
 * Reads the rows of one query with {@link FileRows#SELECT}, without expected digests. Rows that follow each other mostly have the same item and
 * directory: these are read once. In a job that ended, what is not final is CANCELLED. Made for one query.
 */
final class FileRowReader implements RowMapper<FileRow> {
    private final boolean isJobFinal;
    private @Nullable NumberedItem item;
    private long itemId;
    private @Nullable StorePath directory;
    private long directoryId;

    FileRowReader(boolean isJobFinal) {
        this.isJobFinal = isJobFinal;
    }

    @Override
    public FileRow mapRow(ResultSet row, int at) throws SQLException {
        FileState stored = FileState.ofCode(row.getInt("state"));
        FileState state = isJobFinal && !stored.isFinal() ? FileState.CANCELLED : stored;
        byte[] name = row.getBytes("name");
        Long sinceMillis = Statements.longOrNull(row, "ended_ms");
        return new FileRow(
                new FileId(row.getLong("file_id")),
                item(row),
                directory(row),
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

    private NumberedItem item(ResultSet row) throws SQLException {
        long id = row.getLong("item_id");
        if (item == null || itemId != id) item = JobRows.item(row, 0);
        itemId = id;
        return item;
    }

    private StorePath directory(ResultSet row) throws SQLException {
        long id = row.getLong("dir_id"); // 0 for none, which is no id
        if (directory == null || directoryId != id) {
            byte[] path = row.getBytes("path");
            directory = path == null ? StorePath.ROOT : StorePath.of(path);
        }
        directoryId = id;
        return directory;
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
        Checksum digest = new Checksum(DigestColumns.algorithm(row.getInt("digest_algorithm")), row.getBytes("digest"));
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
                JobRows.errorCode(code.intValue()),
                row.getString("text"),
                notBefore == null ? null : Instant.ofEpochMilli(notBefore));
    }
}
