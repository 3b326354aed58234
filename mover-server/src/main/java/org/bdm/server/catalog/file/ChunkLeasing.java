package org.bdm.server.catalog.file;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.settings.ChunkOrder;

/**
 * Leases chunks within a transaction. Chunks that nobody has begun (their time is 0) come first, by their turn, which follows from the
 * {@link ChunkOrder} of the job; then those that can be leased again, by the time since when they can.
 */
final class ChunkLeasing {
    private final long node;

    ChunkLeasing(long node) {
        this.node = node;
    }

    /**
     * The conditions of a lease.
     *
     * @param now by the clock of the leases
     * @param isHeld true of chunks that the caller works on itself
     */
    record Wish(Instant now, Duration leaseFor, IntPredicate isHeld) {}

    /** The end of the order at which a chunk is leased. */
    interface End {
        Optional<ChunkLease> lease(Statements sql, JobId job, Wish wish);
    }

    Optional<ChunkLease> first(Statements sql, JobId job, Wish wish) {
        for (ChunkState state : Chunks.CLAIMABLE) {
            List<Long> candidates = sql.list(
                    "SELECT chunk_id FROM file_chunk WHERE job_no = ? AND state = ? AND available_ms <= ?"
                            + Chunks.IS_AT_NODE
                            + " ORDER BY job_no, state, available_ms, claim_turn, chunk_id LIMIT ?",
                    (row, at) -> row.getLong(1),
                    job.number(),
                    state.code(),
                    wish.now().toEpochMilli(),
                    node,
                    Chunks.CANDIDATES);
            Optional<ChunkLease> leased = leaseFree(sql, candidates, state, wish);
            if (leased.isPresent()) return leased;
        }
        return Optional.empty();
    }

    Optional<ChunkLease> last(Statements sql, JobId job, Wish wish) {
        List<Long> candidates = sql.list(
                "SELECT chunk_id FROM file_chunk WHERE job_no = ? AND state = ? AND available_ms = 0"
                        + Chunks.IS_AT_NODE
                        + " ORDER BY job_no DESC, state DESC, available_ms DESC, claim_turn DESC, chunk_id DESC LIMIT ?",
                (row, at) -> row.getLong(1),
                job.number(),
                ChunkState.PENDING.code(),
                node,
                Chunks.CANDIDATES);
        Optional<ChunkLease> leased = leaseFree(sql, candidates, ChunkState.PENDING, wish);
        return leased.isPresent() ? leased : first(sql, job, wish);
    }

    private Optional<ChunkLease> leaseFree(Statements sql, List<Long> candidates, ChunkState state, Wish wish) {
        for (long chunk : candidates) {
            // Looked at again under the lock: another may have taken it since.
            Optional<ChunkLease> free = sql.one(
                    "SELECT * FROM file_chunk WHERE chunk_id = ? AND state = ? AND available_ms <= ?"
                            + " FOR UPDATE SKIP LOCKED",
                    (row, at) -> Chunks.lease(row, wish.now().plus(wish.leaseFor())),
                    chunk,
                    state.code(),
                    wish.now().toEpochMilli());
            if (free.isPresent() && !wish.isHeld().test(free.get().chunk())) return Optional.of(take(sql, free.get()));
        }
        return Optional.empty();
    }

    ChunkLease take(Statements sql, ChunkLease lease) {
        sql.update(
                "UPDATE file_chunk SET state = ?, available_ms = ?, lease_node = ?, lease_number = ?, closed = 0"
                        + " WHERE chunk_id = ?",
                ChunkState.LEASED.code(),
                lease.until().toEpochMilli(),
                node,
                lease.leaseNumber(),
                Chunks.chunkId(lease));
        return lease;
    }
}
