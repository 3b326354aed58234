package org.bdm.server.catalog.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fetch.BytesUnderWay;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** The work of all nodes on jobs, as each tells it every few seconds; not forced to disk. Any thread that may block. */
public final class JobProgressRows {
    private static final int ROWS_MAX = 10_000;

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public JobProgressRows(CatalogParts parts) {
        this.parts = parts;
    }

    /** Replaces what this node told before. */
    public void tell(List<NodeProgress> own) {
        parts.database().transact(sql -> {
            Instant now = parts.leaseTime(sql);
            sql.update("DELETE FROM job_progress WHERE node_no = ?", parts.node());
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (NodeProgress progress : own) {
                rows.add(new Object[] {
                    progress.job().number(),
                    parts.node(),
                    progress.filesActive(),
                    progress.filesVerifying(),
                    progress.bytesPerSecond(),
                    Math.round(progress.filesPerSecond() * 1000),
                    progress.streams(),
                    progress.bytes().moved(),
                    progress.bytes().durable(),
                    Statements.cut(progress.limitedBy(), 400),
                    Statements.cut(progress.limit(), 400),
                    ProgressText.ofStages(progress.stages()),
                    ProgressText.ofFiles(progress.job(), progress.files()),
                    now.toEpochMilli()
                });
            }
            return sql.batch(
                            "INSERT INTO job_progress (job_no, node_no, files_active, files_verifying, bytes_per_second,"
                                    + " milli_files_per_second, streams, bytes_moved, bytes_durable, limited_by,"
                                    + " limit_text, stages, files, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                            rows)
                    .length;
        });
    }

    /** Returns the work that the other nodes told, not longer ago than this; a job is there once for each node that works on it. */
    public List<NodeProgress> ofOthers(Duration longestAgo) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM job_progress WHERE node_no <> ? AND at_ms >= ? ORDER BY job_no, node_no LIMIT "
                        + ROWS_MAX,
                (row, at) -> progress(row),
                parts.node(),
                parts.leaseTime(sql).minus(longestAgo).toEpochMilli()));
    }

    private static NodeProgress progress(ResultSet row) throws SQLException {
        JobId job = new JobId(row.getLong("job_no"));
        return new NodeProgress(
                row.getLong("node_no"),
                job,
                row.getInt("files_active"),
                row.getInt("files_verifying"),
                row.getLong("bytes_per_second"),
                row.getLong("milli_files_per_second") / 1000.0,
                row.getInt("streams"),
                new BytesUnderWay(row.getLong("bytes_moved"), row.getLong("bytes_durable")),
                row.getString("limited_by"),
                row.getString("limit_text"),
                ProgressText.stages(row.getString("stages")),
                ProgressText.files(job, row.getString("files")));
    }
}
