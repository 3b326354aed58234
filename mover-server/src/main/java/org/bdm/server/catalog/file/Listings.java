package org.bdm.server.catalog.file;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Dialect;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.Events;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRows;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.Jobs;
import org.bdm.server.catalog.job.OwnerTurns;
import org.jspecify.annotations.Nullable;

/**
 * Listing as durable work: how far each job is, and the entries it found. Writes block the calling worker while the committer's queue is
 * full.
 */
public final class Listings {
    private static final int CANDIDATES = 64;

    private final CatalogParts parts;

    public Listings(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * Leases the listing of a job that is QUEUED, PLANNING or ACTIVE, not cancelled, not wholly listed and not leased: highest priority first,
     * then of the owner who has the fewest listings leased, then of the oldest job.
     */
    public Optional<ListingLease> leaseNext(Duration leaseFor) {
        return leaseNext("<>", leaseFor);
    }

    /** As {@link #leaseNext}, of jobs that measure: they have no files and are never listed. The lease is of the measuring. */
    public Optional<ListingLease> leaseNextBench(Duration leaseFor) {
        return leaseNext("=", leaseFor);
    }

    private Optional<ListingLease> leaseNext(String comparedWithBench, Duration leaseFor) {
        return parts.database().transact(sql -> {
            if (sql.number(Chunks.TAKES_WORK, parts.node()) == 0) return Optional.empty();
            Instant now = parts.leaseTime(sql);
            List<OwnerTurns.Waiting> jobs = waiting(sql, comparedWithBench, now);
            if (jobs.isEmpty()) return Optional.empty();
            OwnerTurns turns = new OwnerTurns(leasedByOwner(sql, now), Map.of());
            for (var next = turns.next(jobs); next.isPresent(); next = turns.next(jobs)) {
                Optional<ListingLease> leased = lease(sql, next.get().job(), now, leaseFor);
                if (leased.isPresent()) return leased;
                jobs.remove(next.get());
            }
            return Optional.empty();
        });
    }

    /** Jobs whose listing could be leased now, as {@link #leaseNext} sees them; some of each owner. */
    public List<OwnerTurns.Waiting> waiting() {
        return parts.read(sql -> waiting(sql, "<>", parts.leaseTime(sql)));
    }

    private List<OwnerTurns.Waiting> waiting(Statements sql, String comparedWithBench, Instant now) {
        return new ArrayList<>(sql.list(
                "SELECT t.job_no, t.owner, t.priority FROM (SELECT j.job_no, j.owner, j.priority,"
                        + " ROW_NUMBER() OVER (PARTITION BY j.priority, " + OwnerTurns.sharerOf("j")
                        + " ORDER BY j.job_no) AS turn"
                        + " FROM job j JOIN job_listing l ON l.job_no = j.job_no WHERE j.state IN (?, ?, ?)"
                        + " AND j.kind " + comparedWithBench
                        + " ? AND NOT j.listing_complete AND NOT j.is_cancelling AND (l.lease_node IS NULL OR l.lease_until_ms <= ?)"
                        + " AND " + Jobs.EXPORTS_ARE_AT_NODE
                        + ") t ORDER BY t.priority DESC, t.turn, t.job_no LIMIT ?",
                (row, at) -> new OwnerTurns.Waiting(new JobId(row.getLong(1)), row.getString(2), row.getInt(3)),
                JobState.QUEUED.code(),
                JobState.PLANNING.code(),
                JobState.ACTIVE.code(),
                JobKind.BENCH.code(),
                now.toEpochMilli(),
                parts.node(),
                CANDIDATES));
    }

    private static Map<String, Integer> leasedByOwner(Statements sql, Instant now) {
        Map<String, Integer> leased = new HashMap<>();
        sql.list(
                "SELECT j.owner, COUNT(*) FROM job j JOIN job_listing l ON l.job_no = j.job_no WHERE j.state IN (?, ?, ?)"
                        + " AND NOT j.listing_complete AND l.lease_node IS NOT NULL AND l.lease_until_ms > ? GROUP BY j.owner",
                (row, at) -> leased.put(row.getString(1), row.getInt(2)),
                JobState.QUEUED.code(),
                JobState.PLANNING.code(),
                JobState.ACTIVE.code(),
                now.toEpochMilli());
        return leased;
    }

    private Optional<ListingLease> lease(Statements sql, JobId job, Instant now, Duration leaseFor) {
        Optional<Integer> before = sql.one(
                "SELECT lease_number FROM job_listing WHERE job_no = ? AND (lease_node IS NULL OR lease_until_ms <= ?)"
                        + " FOR UPDATE SKIP LOCKED",
                (row, at) -> row.getInt(1),
                job.number(),
                now.toEpochMilli());
        if (before.isEmpty()) return Optional.empty();
        ListingLease lease = new ListingLease(job, before.get() + 1, now.plus(leaseFor));
        sql.update(
                "UPDATE job_listing SET lease_node = ?, lease_until_ms = ?, lease_number = ? WHERE job_no = ?",
                parts.node(),
                lease.until().toEpochMilli(),
                lease.number(),
                job.number());
        return Optional.of(lease);
    }

    /** Puts off the end of a lease; empty if it was lost. */
    public Optional<ListingLease> heartbeat(ListingLease lease, Duration leaseFor) {
        return parts.database().transact(sql -> {
            Instant until = parts.leaseTime(sql).plus(leaseFor);
            int kept = sql.update(
                    "UPDATE job_listing SET lease_until_ms = ? WHERE job_no = ? AND lease_node = ? AND lease_number = ?",
                    until.toEpochMilli(),
                    lease.job().number(),
                    parts.node(),
                    lease.number());
            return kept == 0 ? Optional.empty() : Optional.of(new ListingLease(lease.job(), lease.number(), until));
        });
    }

    /** Gives a lease back. */
    public void release(ListingLease lease) {
        parts.database()
                .transact(sql -> sql.update(
                        "UPDATE job_listing SET lease_node = NULL, lease_until_ms = 0"
                                + " WHERE job_no = ? AND lease_node = ? AND lease_number = ?",
                        lease.job().number(),
                        parts.node(),
                        lease.number()));
    }

    /** Returns the place at which the listing of the job resumes. */
    public ListingPosition position(JobId job) {
        return parts.read(sql -> position(sql, job, ""));
    }

    private static ListingPosition position(Statements sql, JobId job, String lock) {
        return sql.one(
                        "SELECT next_item, next_directory, next_file FROM job_listing WHERE job_no = ?" + lock,
                        (row, at) -> new ListingPosition(row.getInt(1), row.getInt(2), row.getInt(3)),
                        job.number())
                .orElseThrow(() -> new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + job));
    }

    /** Directories that are not wholly listed, by number; at most {@code rowsMax}. */
    public List<OpenDirectory> openDirectories(JobId job, int rowsMax) {
        long first = FileNumber.first(job);
        return parts.read(sql -> sql.list(
                "SELECT c.dir_id, c.after_name, d.item_no, d.path FROM list_cursor c JOIN directory d ON d.dir_id = c.dir_id"
                        + " WHERE c.dir_id >= ? AND c.dir_id < ? ORDER BY c.dir_id LIMIT ?",
                (row, at) -> {
                    byte[] after = row.getBytes("after_name");
                    return new OpenDirectory(
                            (int) (row.getLong("dir_id") - first),
                            row.getInt("item_no"),
                            StorePath.of(row.getBytes("path")),
                            after == null ? null : FileName.of(after));
                },
                first,
                first + FileNumber.FILES_MAX,
                CatalogParts.checkedRows(rowsMax)));
    }

    /**
     * Keeps a batch: directories, files, chunks of the PENDING ones, and the advance of the listing, in one transaction. The future gives
     * the position after it; it fails with ILLEGAL_STATE if the batch does not begin where the catalog is or the job is final, and with
     * CATALOG_FULL beyond the published limit of files.
     */
    public CompletableFuture<ListingPosition> append(ListedBatch batch) {
        int rows = 1
                + batch.files().size()
                + batch.directories().size()
                + batch.advances().size();
        CompletableFuture<ListingPosition> written = parts.writeWaiting(rows, work -> {
            refuseUnlessNext(work.sql(), batch);
            new BatchRows(work, batch).insert();
            return batch.next();
        });
        return written.thenApply(next -> {
            parts.fileRows().addAndGet(batch.files().size());
            return next;
        });
    }

    private void refuseUnlessNext(Statements sql, ListedBatch batch) {
        Job job = JobRows.locked(sql, batch.job());
        ListingPosition here = position(sql, batch.job(), " FOR UPDATE");
        if (job.state().isFinal() || job.listingComplete() || !here.equals(batch.from())) {
            throw new MoverException(
                    ErrorCode.ILLEGAL_STATE,
                    "a listing of " + job.id() + " does not fit: the job is " + job.state() + " at " + here
                            + ", the batch begins at " + batch.from());
        }
        Dialect dialect = parts.database().dialect();
        if (batch.next().nextFile() > dialect.filesPerJobMax()) {
            throw new MoverException(
                    ErrorCode.CATALOG_FULL, job.id() + " has more than " + dialect.filesPerJobMax() + " files");
        }
        if (parts.fileRows().get() + batch.files().size() > dialect.filesMax()) {
            throw new MoverException(ErrorCode.CATALOG_FULL, "the catalog holds " + dialect.filesMax() + " files");
        }
    }

    /** Says that nothing more will be listed; fails with ILLEGAL_STATE while a directory or an item is open. */
    public CompletableFuture<Job> complete(JobId id) {
        return parts.writeWaiting(1, work -> {
            Statements sql = work.sql();
            Job job = JobRows.locked(sql, id);
            if (job.listingComplete()) return job;
            long first = FileNumber.first(id);
            boolean isOpen = sql.one(
                            "SELECT dir_id FROM list_cursor WHERE dir_id >= ? AND dir_id < ? ORDER BY dir_id LIMIT 1",
                            (row, at) -> true,
                            first,
                            first + FileNumber.FILES_MAX)
                    .isPresent();
            ListingPosition here = position(sql, id, "");
            if (isOpen || here.nextItem() < job.itemCount()) {
                throw new MoverException(
                        ErrorCode.ILLEGAL_STATE,
                        id + " is not wholly listed: item " + here.nextItem() + " of " + job.itemCount()
                                + (isOpen ? ", open directories" : ""));
            }
            sql.update("UPDATE job SET listing_complete = TRUE WHERE job_no = ?", id.number());
            Events.add(work, id, "LISTED", id + " is wholly listed: " + here.nextFile() + " files", "{}");
            return JobRows.locked(sql, id);
        });
    }

    /** Directories of a job by number, beginning after {@code afterNumber} (null: from the first); progress is not filled in. */
    public List<ListedDirectory> directories(JobId job, @Nullable Integer afterNumber, int rowsMax) {
        long first = FileNumber.first(job);
        return parts.read(sql -> sql.list(
                "SELECT * FROM directory WHERE dir_id > ? AND dir_id < ? ORDER BY dir_id LIMIT ?",
                (row, at) -> new ListedDirectory(
                        (int) (row.getLong("dir_id") - first),
                        row.getInt("item_no"),
                        StorePath.of(row.getBytes("path")),
                        row.getInt("mode"),
                        Instant.ofEpochSecond(row.getLong("modified_s"), row.getInt("modified_ns")),
                        ListProgress.FINISHED,
                        row.getObject("device", Long.class)),
                afterNumber == null ? first - 1 : first + afterNumber,
                first + FileNumber.FILES_MAX,
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Directories of a job at whose places at the source file systems were mounted, with their devices; at most 1,000. */
    public Map<StorePath, Long> mounted(JobId job) {
        long first = FileNumber.first(job);
        Map<StorePath, Long> found = new HashMap<>();
        parts.read(sql -> sql.list(
                "SELECT path, device FROM directory WHERE dir_id >= ? AND dir_id < ? AND device IS NOT NULL"
                        + " ORDER BY dir_id LIMIT 1000",
                (row, at) -> found.put(StorePath.of(row.getBytes("path")), row.getLong("device")),
                first,
                first + FileNumber.FILES_MAX));
        return found;
    }
}
