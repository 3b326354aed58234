package org.bdm.server.catalog.file;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.store.EntryIdentity;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.CountDelta;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.FileNumber;
import org.jspecify.annotations.Nullable;

/** The rows of one listed batch. Made for one transaction, on the committer's thread. */
final class BatchRows {
    private final ChangeWork work;
    private final ListedBatch batch;
    private final long jobNumber;
    private final long base;

    BatchRows(ChangeWork work, ListedBatch batch) {
        this.work = work;
        this.batch = batch;
        this.jobNumber = batch.job().number();
        this.base = FileNumber.first(batch.job());
    }

    void insert() {
        insertDirectories();
        advance();
        insertFiles();
        insertOtherNames();
        insertDigests();
        insertExceptions();
        int chunks = insertChunks();
        work.sql()
                .update(
                        "UPDATE job_listing SET next_item = ?, next_directory = ?, next_file = ?, next_chunk = next_chunk + ?"
                                + " WHERE job_no = ?",
                        batch.next().nextItem(),
                        batch.next().nextDirectory(),
                        batch.next().nextFile(),
                        chunks,
                        jobNumber);
        CountDelta counts = work.counts(batch.job());
        for (FoundFile file : batch.files()) {
            counts.listed(file.state(), file.status().version().size());
            if (file.trouble() != null) counts.failed(file.trouble().code());
        }
    }

    private void insertDirectories() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        List<@Nullable Object[]> cursors = new ArrayList<>();
        for (ListedDirectory directory : batch.directories()) {
            rows.add(new @Nullable Object[] {
                base + directory.number(),
                directory.item(),
                directory.path().bytes(),
                directory.mode(),
                directory.modified().getEpochSecond(),
                directory.modified().getNano(),
                directory.device()
            });
            if (!directory.progress().isFinished()) {
                cursors.add(new @Nullable Object[] {
                    base + directory.number(), bytes(directory.progress().after())
                });
            }
        }
        work.sql()
                .batch(
                        "INSERT INTO directory (dir_id, item_no, path, mode, modified_s, modified_ns, device) VALUES (?, ?, ?, ?, ?, ?, ?)",
                        rows);
        work.sql().batch("INSERT INTO list_cursor (dir_id, after_name) VALUES (?, ?)", cursors);
    }

    private void advance() {
        List<@Nullable Object[]> finished = new ArrayList<>();
        List<@Nullable Object[]> advanced = new ArrayList<>();
        batch.advances().forEach((number, progress) -> {
            if (progress.isFinished()) finished.add(new Object[] {base + number});
            else advanced.add(new @Nullable Object[] {bytes(progress.after()), base + number});
        });
        work.sql().batch("DELETE FROM list_cursor WHERE dir_id = ?", finished);
        work.sql().batch("UPDATE list_cursor SET after_name = ? WHERE dir_id = ?", advanced);
    }

    private static byte @Nullable [] bytes(@Nullable FileName name) {
        return name == null ? null : name.bytes();
    }

    private long fileId(int at) {
        return base + batch.from().nextFile() + at;
    }

    private void insertFiles() {
        List<@Nullable Object[]> rows = new ArrayList<>(batch.files().size());
        for (FoundFile file : batch.files()) {
            FileVersion version = file.status().version();
            rows.add(new @Nullable Object[] {
                fileId(rows.size()),
                file.directory() == FoundFile.NO_DIRECTORY ? null : base + file.directory(),
                file.item(),
                bytes(file.name()),
                version.size(),
                version.modified().getEpochSecond(),
                version.modified().getNano(),
                token(version),
                file.status().kind().code(),
                file.status().mode(),
                file.status().linkTarget(),
                file.state().code(),
                file.state().isFinal() ? work.now().toEpochMilli() : null
            });
        }
        work.sql()
                .batch(
                        "INSERT INTO file_entry (file_id, dir_id, item_no, name, size, modified_s, modified_ns, version_token,"
                                + " kind, mode, link_target, state, ended_ms, epoch, attempts, millis, bytes_moved,"
                                + " bytes_resent) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0)",
                        rows);
    }

    /** Files that have other names at the source, by what tells that two names are one file. */
    private void insertOtherNames() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int at = 0; at < batch.files().size(); at++) {
            FoundFile file = batch.files().get(at);
            FileStatus status = file.status();
            EntryIdentity identity = status.identity();
            long inode = status.version().inode();
            if (status.kind() != FileKind.FILE || identity == null || identity.links() < 2 || inode == 0) continue;
            rows.add(new Object[] {fileId(at), jobNumber, file.item(), identity.device(), inode});
        }
        work.sql()
                .batch(
                        "INSERT INTO linked_name (file_id, job_no, item_no, device, inode) VALUES (?, ?, ?, ?, ?)",
                        rows);
    }

    /** The part of the version that has no column of its own: inode and ctime. */
    private static byte[] token(FileVersion version) {
        return ByteBuffer.allocate(FileRows.TOKEN_BYTES)
                .putLong(version.inode())
                .putLong(version.changed().getEpochSecond())
                .putInt(version.changed().getNano())
                .array();
    }

    private void insertDigests() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int at = 0; at < batch.files().size(); at++) {
            for (Checksum digest : batch.files().get(at).expected()) {
                rows.add(new Object[] {fileId(at), digest.algorithm().code(), digest});
            }
        }
        work.sql().batch("INSERT INTO expected_digest (file_id, algorithm, digest) VALUES (?, ?, ?)", rows);
    }

    private void insertExceptions() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int at = 0; at < batch.files().size(); at++) {
            FileTrouble trouble = batch.files().get(at).trouble();
            if (trouble != null) rows.add(FileRows.exception(jobNumber, fileId(at), FileState.FAILED, trouble));
        }
        work.sql().batch(FileRows.INSERT_EXCEPTION, rows);
    }

    /** Cuts the PENDING files into chunks of neighbours; gives how many. */
    private int insertChunks() {
        int next = (int) work.sql().number("SELECT next_chunk FROM job_listing WHERE job_no = ?", jobNumber);
        NewChunk chunk = NewChunk.in(work.sql(), batch, base);
        List<@Nullable Object[]> rows = new ArrayList<>();
        Long root = null;
        for (int at = 0; at < batch.files().size(); at++) {
            FoundFile file = batch.files().get(at);
            if (file.state() != FileState.PENDING) continue;
            if (root == null) root = root(file.item());
            chunk.add(fileId(at), file);
            if (chunk.isFull()) rows.add(chunk.close(base + next + rows.size(), jobNumber, root));
        }
        if (!chunk.isEmpty()) rows.add(chunk.close(base + next + rows.size(), jobNumber, root));
        work.sql().batch(NewChunk.INSERT, rows);
        return rows.size();
    }

    /** The directory that the files of an item go to; all items of a batch go to one. Null if this site never wrote to it. */
    private @Nullable Long root(int item) {
        return work.sql()
                .one(
                        "SELECT destination FROM job_item WHERE item_id = ?",
                        (row, at) -> Endpoint.parse(row.getString(1)).export().value(),
                        base + item)
                .flatMap(export -> work.sql()
                        .one(
                                "SELECT MAX(root_no) AS root_no FROM node_export WHERE export = ? AND is_writable",
                                (row, at) -> Optional.ofNullable(Statements.longOrNull(row, "root_no")),
                                export)
                        .flatMap(found -> found))
                .orElse(null);
    }
}
