package org.bdm.server.catalog.file;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Dialect;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.settings.ChunkOrder;
import org.jspecify.annotations.Nullable;

/**
 * Work to be leased. A chunk is up to 1,000 neighbouring files or 1 GiB of a job; one node at a time works on it, under a lease. Leases and
 * heartbeats are not forced to disk: one that a power cut takes back is a chunk that is leased again, from the journal.
 */
public final class Chunks {
    static final int CANDIDATES = 16;
    /** True of a chunk whose files go to a directory that the node of the argument has. */
    static final String IS_AT_NODE =
            " AND (root_no IS NULL OR root_no IN (SELECT o.root_no FROM node_export o WHERE o.node_no = ? AND o.is_writable))";
    /** Nothing new is leased by a node that drains. */
    static final String TAKES_WORK = "SELECT COUNT(*) FROM node WHERE node_no = ? AND state = 1";

    static final List<ChunkState> CLAIMABLE = List.of(ChunkState.PENDING, ChunkState.LEASED);

    /**
     * The end of the work on a chunk.
     *
     * @param openFiles files that are not final; 0 if the chunk is done for good
     * @param availableAt when the open ones can be leased again; null if there are none
     */
    public record ChunkEnd(int openFiles, @Nullable Instant availableAt) {}

    private final CatalogParts parts;
    private final ChunkLeasing leasing;

    public Chunks(CatalogParts parts) {
        this.parts = parts;
        this.leasing = new ChunkLeasing(parts.node());
    }

    /** Returns the chunks that wait for closed sources. */
    public ClosedChunks closed() {
        return new ClosedChunks(parts);
    }

    /** Leases a chunk of an ACTIVE job for this node: highest priority first, then the oldest job, then its {@link ChunkOrder}. */
    public Optional<ChunkLease> leaseNext(Duration leaseFor) {
        return parts.database().transact(sql -> {
            if (sql.number(TAKES_WORK, parts.node()) == 0) return Optional.empty();
            Instant now = parts.leaseTime(sql);
            List<Long> jobs = sql.list(
                    "SELECT j.job_no FROM job j WHERE j.state = ? AND NOT j.is_cancelling AND EXISTS (SELECT 1 FROM file_chunk c"
                            + " WHERE c.job_no = j.job_no AND c.state IN (?, ?) AND c.available_ms <= ?" + IS_AT_NODE
                            + ")"
                            + " ORDER BY j.priority DESC, j.job_no LIMIT ?",
                    (row, at) -> row.getLong(1),
                    JobState.ACTIVE.code(),
                    ChunkState.PENDING.code(),
                    ChunkState.LEASED.code(),
                    now.toEpochMilli(),
                    parts.node(),
                    CANDIDATES);
            for (long job : jobs) {
                Optional<ChunkLease> leased =
                        leasing.first(sql, new JobId(job), new ChunkLeasing.Wish(now, leaseFor, chunk -> false));
                if (leased.isPresent()) return leased;
            }
            return Optional.empty();
        });
    }

    /** Leases the next chunk of one job in its {@link ChunkOrder}, if it is ACTIVE and has one. */
    public Optional<ChunkLease> leaseOf(JobId job, Duration leaseFor) {
        return leaseOf(job, leaseFor, chunk -> false);
    }

    /**
     * Leases the next chunk of one job, but none that the caller works on itself: when the clock jumps, its own lease looks expired until the
     * next heartbeat renews it.
     */
    public Optional<ChunkLease> leaseOf(JobId job, Duration leaseFor, IntPredicate isHeld) {
        return leaseOf(job, leaseFor, isHeld, leasing::first);
    }

    /** As {@link #leaseOf}, but of the chunks that nobody has begun the last in the order of the job. */
    public Optional<ChunkLease> leaseLastOf(JobId job, Duration leaseFor, IntPredicate isHeld) {
        return leaseOf(job, leaseFor, isHeld, leasing::last);
    }

    private Optional<ChunkLease> leaseOf(JobId job, Duration leaseFor, IntPredicate isHeld, ChunkLeasing.End end) {
        return parts.database().transact(sql -> {
            Instant now = parts.leaseTime(sql);
            boolean isActive = sql.number(
                            "SELECT COUNT(*) FROM job WHERE job_no = ? AND state = ? AND NOT is_cancelling",
                            job.number(),
                            JobState.ACTIVE.code())
                    == 1;
            isActive &= sql.number(TAKES_WORK, parts.node()) == 1;
            return isActive ? end.lease(sql, job, new ChunkLeasing.Wish(now, leaseFor, isHeld)) : Optional.empty();
        });
    }

    /**
     * Leases the next chunk after {@code after} (-1: the first) on which work was begun once and that is not done, also of a job that is
     * cancelled and when its files are not due: to find out what that work left. One that another process holds is passed over.
     */
    public Optional<ChunkLease> leaseBegun(JobId job, int after, Duration leaseFor) {
        String isFree = " AND lease_number > 0 AND (state = ? OR state = ? AND available_ms <= ?)";
        return parts.database().transact(sql -> {
            Instant now = parts.leaseTime(sql);
            List<Long> candidates = sql.list(
                    "SELECT chunk_id FROM file_chunk WHERE chunk_id > ? AND chunk_id < ?" + isFree + IS_AT_NODE
                            + " ORDER BY chunk_id LIMIT ?",
                    (row, at) -> row.getLong(1),
                    FileNumber.first(job) + after,
                    FileNumber.first(job) + FileNumber.FILES_MAX,
                    ChunkState.PENDING.code(),
                    ChunkState.LEASED.code(),
                    now.toEpochMilli(),
                    parts.node(),
                    CANDIDATES);
            for (long chunk : candidates) {
                Optional<ChunkLease> free = sql.one(
                        "SELECT * FROM file_chunk WHERE chunk_id = ?" + isFree + " FOR UPDATE SKIP LOCKED",
                        (row, at) -> lease(row, now.plus(leaseFor)),
                        chunk,
                        ChunkState.PENDING.code(),
                        ChunkState.LEASED.code(),
                        now.toEpochMilli());
                if (free.isPresent()) return Optional.of(leasing.take(sql, free.get()));
            }
            return Optional.empty();
        });
    }

    /** True if somebody works on a chunk of the job under a lease that has not run out. */
    public boolean isAnyHeld(JobId job) {
        return parts.read(sql -> sql.one(
                        "SELECT chunk_id FROM file_chunk WHERE job_no = ? AND state = ? AND available_ms > ?"
                                + " ORDER BY job_no, state, available_ms, claim_turn, chunk_id LIMIT 1",
                        (row, at) -> true,
                        job.number(),
                        ChunkState.LEASED.code(),
                        parts.leaseTime(sql).toEpochMilli())
                .isPresent());
    }

    /**
     * True if work was begun once on a chunk of the job that is not done and whose directory other nodes have, but not this one: only they can
     * tell what that work left.
     */
    public boolean isAnyBegunElsewhere(JobId job) {
        return parts.read(sql -> sql.one(
                        "SELECT c.chunk_id FROM file_chunk c WHERE c.chunk_id >= ? AND c.chunk_id < ? AND c.lease_number > 0"
                                + " AND c.state IN (?, ?) AND c.root_no IN (SELECT o.root_no FROM node_export o"
                                + " JOIN node n ON n.node_no = o.node_no WHERE o.is_writable AND n.does_data)"
                                + " AND c.root_no NOT IN (SELECT o.root_no FROM node_export o"
                                + " WHERE o.node_no = ? AND o.is_writable) ORDER BY c.chunk_id LIMIT 1",
                        (row, at) -> true,
                        FileNumber.first(job),
                        FileNumber.first(job) + FileNumber.FILES_MAX,
                        ChunkState.PENDING.code(),
                        ChunkState.LEASED.code(),
                        parts.node())
                .isPresent());
    }

    static ChunkLease lease(ResultSet row, Instant until) throws SQLException {
        return new ChunkLease(
                new JobId(row.getLong("job_no")),
                (int) (row.getLong("chunk_id") % FileNumber.FILES_MAX),
                row.getInt("lease_number") + 1,
                until,
                new FileId(row.getLong("first_file")),
                new FileId(row.getLong("last_file")),
                row.getInt("files"),
                row.getLong("bytes"),
                row.getInt("state") == ChunkState.LEASED.code());
    }

    static long chunkId(ChunkLease lease) {
        return FileNumber.first(lease.job()) + lease.chunk();
    }

    /** The time until the next chunk of the job can be leased by this node, zero or less for now; empty if all are done or being worked on. */
    public Optional<Duration> nextAvailable(JobId job) {
        return parts.read(sql -> next(sql, job, List.of(ChunkState.PENDING)));
    }

    /** As {@link #nextAvailable}, but also until the lease of a chunk runs out that somebody holds, or has left behind. */
    public Optional<Duration> nextToLease(JobId job) {
        return parts.read(sql -> next(sql, job, CLAIMABLE));
    }

    private Optional<Duration> next(Statements sql, JobId job, List<ChunkState> states) {
        return states.stream()
                .flatMap(state -> sql
                        .one(
                                "SELECT available_ms FROM file_chunk WHERE job_no = ? AND state = ?" + IS_AT_NODE
                                        + " ORDER BY job_no, state, available_ms, claim_turn, chunk_id LIMIT 1",
                                (row, at) -> row.getLong(1),
                                job.number(),
                                state.code(),
                                parts.node())
                        .stream())
                .min(Long::compareTo)
                .map(available -> Duration.between(parts.leaseTime(sql), Instant.ofEpochMilli(available)));
    }

    /** Puts off the end of a lease; empty if it was lost: then stop the work on it. */
    public Optional<ChunkLease> heartbeat(ChunkLease lease, Duration leaseFor) {
        return parts.database().transact(sql -> {
            Instant until = parts.leaseTime(sql).plus(leaseFor);
            int kept = sql.update(
                    "UPDATE file_chunk SET available_ms = ? WHERE chunk_id = ? AND state = ? AND lease_node = ?"
                            + " AND lease_number = ?",
                    until.toEpochMilli(),
                    chunkId(lease),
                    ChunkState.LEASED.code(),
                    parts.node(),
                    lease.leaseNumber());
            return kept == 0 ? Optional.empty() : Optional.of(lease.until(until));
        });
    }

    /** Files of the chunk that are PENDING, or WAITING and due at {@code now}, in order, after {@code after}; at most {@code rowsMax}. */
    public List<FileRow> openFiles(ChunkLease lease, @Nullable FileId after, Instant now, int rowsMax) {
        return parts.read(sql -> FileRows.withExpected(
                sql,
                sql.list(
                        FileRows.SELECT + " WHERE f.file_id >= ? AND f.file_id <= ? AND (f.state = ?"
                                + " OR f.state = ? AND (x.not_before_ms IS NULL OR x.not_before_ms <= ?))"
                                + " ORDER BY f.file_id LIMIT ?",
                        new FileRowReader(false),
                        FileRows.arguments(
                                lease.job(),
                                after == null
                                        ? lease.first().number()
                                        : Math.max(lease.first().number(), after.number() + 1),
                                lease.last().number(),
                                FileState.PENDING.code(),
                                FileState.WAITING.code(),
                                now.toEpochMilli(),
                                CatalogParts.checkedRows(rowsMax)))));
    }

    /**
     * Records what became of files of the chunk; good groups have 100 to 1,000 in ascending order. A file that had ended already stays as it
     * is. Blocks the calling worker while the committer's queue is full. DONE may be shown to others once the future completes. Fails with
     * STALE_LEASE, and writes nothing, if the lease was lost (another may have looked at the files since); ILLEGAL_STATE if the job is final.
     */
    public CompletableFuture<RecordedOutcomes> record(ChunkLease lease, List<OutcomeRecord> outcomes) {
        List<OutcomeRecord> kept = List.copyOf(outcomes);
        if (kept.isEmpty()) throw new IllegalArgumentException("no outcomes");
        if (!kept.stream().allMatch(outcome -> lease.holds(outcome.file()))) {
            throw new IllegalArgumentException("outcomes of files that are not in " + lease);
        }
        Dialect dialect = parts.database().dialect();
        return parts.writeWaiting(kept.size(), work -> {
            refuseIfLost(work.sql(), lease, dialect.shareLock());
            return new OutcomeRows(work, dialect, lease.job()).write(kept);
        });
    }

    private void refuseIfLost(Statements sql, ChunkLease lease, String shareLock) {
        boolean isHeld = sql.one(
                        "SELECT chunk_id FROM file_chunk WHERE chunk_id = ? AND state = ? AND lease_node = ?"
                                + " AND lease_number = ?" + shareLock,
                        (row, at) -> true,
                        chunkId(lease),
                        ChunkState.LEASED.code(),
                        parts.node(),
                        lease.leaseNumber())
                .isPresent();
        if (!isHeld) throw lost(lease);
    }

    private static MoverException lost(ChunkLease lease) {
        return new MoverException(
                ErrorCode.STALE_LEASE, "the lease of chunk " + lease.chunk() + " of " + lease.job() + " was lost");
    }

    /**
     * Ends the work on a chunk, after all outcomes recorded before: without open files it is done for good, with some it can be leased
     * again when the first of them is due. Fails with STALE_LEASE if the lease was lost.
     */
    public CompletableFuture<ChunkEnd> finish(ChunkLease lease) {
        return parts.writeWaiting(1, work -> {
            long pending = openFiles(work.sql(), lease, FileState.PENDING);
            long waiting = openFiles(work.sql(), lease, FileState.WAITING);
            Instant due = pending > 0 ? parts.leaseTime(work.sql()) : firstDue(work, lease);
            boolean isDone = pending + waiting == 0;
            ChunkState next = isDone ? ChunkState.DONE : ChunkState.PENDING;
            long closed = ClosedChunks.closedFiles(work.sql(), lease);
            int mark = closed == 0
                    ? ClosedChunks.OPEN
                    : closed == waiting + pending ? ClosedChunks.ALL : ClosedChunks.SOME;
            if (!give(work.sql(), lease, next, isDone ? Instant.EPOCH : due, mark)) {
                throw lost(lease);
            }
            return new ChunkEnd((int) (pending + waiting), isDone ? null : due);
        });
    }

    private static long openFiles(Statements sql, ChunkLease lease, FileState state) {
        return sql.number(
                "SELECT COUNT(*) FROM file_entry WHERE file_id >= ? AND file_id <= ? AND state = ?",
                lease.first().number(),
                lease.last().number(),
                state.code());
    }

    private static Instant firstDue(ChangeWork work, ChunkLease lease) {
        return work.sql()
                .one(
                        "SELECT COALESCE(MIN(not_before_ms), 0) FROM file_exception WHERE file_id >= ? AND file_id <= ?"
                                + " AND state = ?",
                        (row, at) -> Instant.ofEpochMilli(row.getLong(1)),
                        lease.first().number(),
                        lease.last().number(),
                        FileState.WAITING.code())
                .orElseThrow();
    }

    /** Gives a chunk back, to be leased {@code after} a while; nothing happens if the lease was lost. */
    public CompletableFuture<Void> release(ChunkLease lease, Duration after) {
        return release(lease, after, ClosedChunks.OPEN);
    }

    /** Gives a chunk back whose files all have closed sources: it can be leased {@code after} a while, or once {@link ClosedChunks#open}. */
    public CompletableFuture<Void> releaseClosed(ChunkLease lease, Duration after) {
        return release(lease, after, ClosedChunks.ALL);
    }

    private CompletableFuture<Void> release(ChunkLease lease, Duration after, int closed) {
        return parts.writeWaiting(1, work -> {
            Instant availableAt = parts.leaseTime(work.sql()).plus(after);
            give(work.sql(), lease, ChunkState.PENDING, availableAt, closed);
            return null;
        });
    }

    private boolean give(Statements sql, ChunkLease lease, ChunkState next, Instant availableAt, int closed) {
        int given = sql.update(
                "UPDATE file_chunk SET state = ?, available_ms = ?, closed = ?, lease_node = NULL WHERE chunk_id = ?"
                        + " AND state = ? AND lease_node = ? AND lease_number = ?",
                next.code(),
                availableAt.toEpochMilli(),
                closed,
                chunkId(lease),
                ChunkState.LEASED.code(),
                parts.node(),
                lease.leaseNumber());
        return given == 1;
    }
}
