package org.bdm.server.catalog.file;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.OwnerTurns;

/** Reads whose turn it is to get a chunk: a place is here a chunk that is claimed. */
final class ChunkTurns {
    private static final int JOBS_LOOKED_AT = 64;

    private ChunkTurns() {}

    /** ACTIVE jobs that have chunks for this node; some of each owner. The list may be changed. */
    static List<OwnerTurns.Waiting> waiting(Statements sql, Instant now, long node) {
        return new ArrayList<>(sql.list(
                "SELECT t.job_no, t.owner, t.priority FROM (SELECT j.job_no, j.owner, j.priority,"
                        + " ROW_NUMBER() OVER (PARTITION BY j.priority, j.owner ORDER BY j.job_no) AS turn FROM job j"
                        + " WHERE j.state = ? AND NOT j.is_cancelling AND EXISTS (SELECT 1 FROM file_chunk c"
                        + " WHERE c.job_no = j.job_no AND c.state IN (?, ?) AND c.available_ms <= ?" + Chunks.IS_AT_NODE
                        + ")) t ORDER BY t.priority DESC, t.turn, t.job_no LIMIT ?",
                OwnerTurns::waiting,
                JobState.ACTIVE.code(),
                ChunkState.PENDING.code(),
                ChunkState.LEASED.code(),
                now.toEpochMilli(),
                node,
                JOBS_LOOKED_AT));
    }

    static OwnerTurns of(Statements sql, Instant now) {
        Map<String, Integer> held = new HashMap<>();
        sql.list(
                "SELECT j.owner, COUNT(*) FROM job j JOIN file_chunk c ON c.job_no = j.job_no"
                        + " WHERE j.state = ? AND c.state = ? AND c.available_ms > ? GROUP BY j.owner",
                (row, at) -> held.put(row.getString(1), row.getInt(2)),
                JobState.ACTIVE.code(),
                ChunkState.LEASED.code(),
                now.toEpochMilli());
        return new OwnerTurns(held, Map.of());
    }
}
