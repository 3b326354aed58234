package org.bdm.server.catalog.file;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.DigestColumns;
import org.bdm.server.catalog.db.KeyHash;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.ItemCopy;

/** The other places that have the files of jobs, and what was learnt of each place. Any thread that may block. */
public final class Copies {
    private static final int TRIALS_MAX = 100_000;

    private final CatalogParts parts;

    public Copies(CatalogParts parts) {
        this.parts = parts;
    }

    /** The copies of items {@code first} to {@code last} of a job, by number of the item; an item without any is missing. */
    public Map<Integer, List<ItemCopy>> ofItems(JobId job, int first, int last) {
        long base = FileNumber.first(job);
        return parts.read(sql -> {
            Map<Integer, List<ItemCopy>> found = new HashMap<>();
            sql.list(
                            "SELECT item_id, location, preference FROM job_item_copy WHERE item_id >= ? AND item_id <= ?"
                                    + " ORDER BY item_id, ordinal",
                            (row, at) -> Map.entry(
                                    (int) (row.getLong(1) - base), new ItemCopy(row.getString(2), row.getInt(3))),
                            base + first,
                            base + last)
                    .forEach(copy -> found.computeIfAbsent(copy.getKey(), missing -> new ArrayList<>())
                            .add(copy.getValue()));
            return found;
        });
    }

    /** Returns what was found out about the copies of these files. */
    public List<CopyTrial> trials(FileId first, FileId last) {
        return parts.read(sql -> sql.list(
                "SELECT file_id, location, algorithm, digest FROM copy_trial WHERE file_id >= ? AND file_id <= ?"
                        + " ORDER BY file_id, location_hash LIMIT ?",
                (row, at) -> new CopyTrial(
                        new FileId(row.getLong(1)),
                        row.getString(2),
                        new Checksum(DigestColumns.algorithm(row.getInt(3)), row.getBytes(4))),
                first.number(),
                last.number(),
                TRIALS_MAX));
    }

    /** Keeps what a copy turned out to be; a later finding replaces an earlier one. */
    public CompletableFuture<Void> found(CopyTrial trial) {
        return parts.write(1, work -> {
            long hash = KeyHash.of(trial.location());
            work.sql()
                    .update(
                            "DELETE FROM copy_trial WHERE file_id = ? AND location_hash = ?",
                            trial.file().number(),
                            hash);
            work.sql()
                    .update(
                            "INSERT INTO copy_trial (file_id, location_hash, location, algorithm, digest, tried_ms)"
                                    + " VALUES (?, ?, ?, ?, ?, ?)",
                            trial.file().number(),
                            hash,
                            trial.location(),
                            trial.found().algorithm().code(),
                            trial.found().value(),
                            work.now().toEpochMilli());
            return null;
        });
    }

    /** Returns what the node last said of this copy. */
    public Optional<CopyValidators> validators(FileId file, String location) {
        return parts.read(sql -> sql.one(
                "SELECT size, entity_tag, last_modified FROM copy_validator WHERE file_id = ? AND location_hash = ?",
                (ResultSet row, int at) -> validators(row),
                file.number(),
                KeyHash.of(location)));
    }

    private static CopyValidators validators(ResultSet row) throws SQLException {
        return new CopyValidators(row.getLong(1), row.getString(2), row.getString(3));
    }

    /** Keeps what the node says of this copy; the latest counts. */
    public CompletableFuture<Void> remember(FileId file, String location, CopyValidators validators) {
        return parts.write(1, work -> {
            long hash = KeyHash.of(location);
            work.sql()
                    .update("DELETE FROM copy_validator WHERE file_id = ? AND location_hash = ?", file.number(), hash);
            work.sql()
                    .update(
                            "INSERT INTO copy_validator (file_id, location_hash, size, entity_tag, last_modified)"
                                    + " VALUES (?, ?, ?, ?, ?)",
                            file.number(),
                            hash,
                            validators.size(),
                            validators.entityTag(),
                            validators.lastModified());
            return null;
        });
    }
}
