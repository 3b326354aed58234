package org.bdm.server.catalog.job;

import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Reads the jobs of the site in numbers. Its cost grows with the number of jobs, not of files. */
final class JobFigureRows {
    private static final List<JobState> OPEN = Arrays.stream(JobState.values())
            .filter(state -> !state.isFinal() && state.isVisible())
            .toList();

    private JobFigureRows() {}

    static JobFigures read(Statements sql) {
        Map<JobState, Long> byState = new EnumMap<>(JobState.class);
        for (JobState state : JobState.values()) if (state.isVisible()) byState.putIfAbsent(state.shown(), 0L);
        sql.list(
                        "SELECT state, COUNT(*) FROM job WHERE deleted_at IS NULL GROUP BY state ORDER BY state LIMIT 100",
                        (row, at) -> Map.entry(JobState.ofCode(row.getInt(1)), row.getLong(2)))
                .forEach(counted -> add(byState, counted.getKey(), counted.getValue()));
        Map<String, Long> reasons = new HashMap<>();
        sql.list(
                        "SELECT reason_code, COUNT(*) FROM job WHERE state = ? AND reason_code IS NOT NULL"
                                + " GROUP BY reason_code ORDER BY reason_code LIMIT 100",
                        (row, at) -> Map.entry(row.getString(1), row.getLong(2)),
                        JobState.PAUSED.code())
                .forEach(counted -> reasons.put(counted.getKey(), counted.getValue()));
        return withFiles(sql, byState, reasons, oldestWaiting(sql));
    }

    private static void add(Map<JobState, Long> byState, JobState state, long jobs) {
        if (state.isVisible()) byState.merge(state.shown(), jobs, Long::sum);
    }

    private static @Nullable Instant oldestWaiting(Statements sql) {
        return sql.one(
                        "SELECT created_at FROM job WHERE state = ? ORDER BY job_no LIMIT 1",
                        (row, at) -> Statements.instantOf(row, "created_at"),
                        JobState.QUEUED.code())
                .orElse(null);
    }

    private static JobFigures withFiles(
            Statements sql, Map<JobState, Long> byState, Map<String, Long> reasons, @Nullable Instant oldest) {
        return sql.one(
                        "SELECT COALESCE(SUM(c.total_files - c.done_files - c.skipped_files - c.failed_files), 0),"
                                + " COALESCE(SUM(c.total_bytes - c.done_bytes - c.skipped_bytes - c.failed_bytes), 0),"
                                + " COALESCE(SUM(c.waiting_files), 0)"
                                + " FROM job j JOIN job_count c ON c.job_no = j.job_no WHERE j.state IN ("
                                + Statements.marks(OPEN.size()) + ")",
                        (row, at) -> new JobFigures(
                                byState, reasons, oldest, new Amount(row.getLong(1), row.getLong(2)), row.getLong(3)),
                        OPEN.stream().map(JobState::code).toArray())
                .orElseThrow();
    }
}
