package org.bdm.server.catalog.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** The decisions of running transfers about their numbers of workers, the newest {@value #KEPT_MAX} of each job. Any thread. */
public final class Decisions {
    /** Most decisions that are kept of a job. */
    public static final int KEPT_MAX = 1_000;

    private static final int SOURCE_LENGTH_MAX = 255;
    private static final int TEXT_LENGTH_MAX = 1_000;

    private static final RecordColumns<NumberedDecision> ROW = RecordColumns.of(
            NumberedDecision.class,
            "decision_no decided_ms source stage number_before number_after bytes_per_second text");

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public Decisions(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * Writes decisions of a job, in their order, and removes the oldest beyond the limit. Never waits for room: TOO_MANY_REQUESTS.
     *
     * @param decisions at most {@value #KEPT_MAX}
     */
    public CompletableFuture<Void> add(JobId job, List<JobDecision> decisions) {
        List<JobDecision> kept = List.copyOf(decisions);
        if (kept.isEmpty() || kept.size() > KEPT_MAX) throw new IllegalArgumentException(kept.size() + " decisions");
        return parts.write(kept.size(), work -> {
            Statements sql = work.sql();
            long last = made(sql, job);
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (JobDecision decision : kept) rows.add(row(job, last + rows.size() + 1, decision));
            sql.batch(
                    "INSERT INTO job_decision (job_no, decision_no, decided_ms, source, stage, number_before,"
                            + " number_after, bytes_per_second, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    rows);
            sql.update(
                    "DELETE FROM job_decision WHERE job_no = ? AND decision_no <= ?",
                    job.number(),
                    last + rows.size() - KEPT_MAX);
            return null;
        });
    }

    private static @Nullable Object[] row(JobId job, long number, JobDecision decision) {
        return new @Nullable Object[] {
            job.number(),
            number,
            decision.at().toEpochMilli(),
            Statements.cut(decision.source(), SOURCE_LENGTH_MAX),
            decision.stage(),
            decision.before(),
            decision.after(),
            decision.bytesPerSecond(),
            Statements.cut(decision.text(), TEXT_LENGTH_MAX)
        };
    }

    /** Decisions of a job with a number above {@code afterNumber}, oldest first; at most {@code rowsMax}. */
    public List<NumberedDecision> after(JobId job, long afterNumber, int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM job_decision WHERE job_no = ? AND decision_no > ? ORDER BY job_no, decision_no LIMIT ?",
                ROW,
                job.number(),
                afterNumber,
                CatalogParts.checkedRows(rowsMax)));
    }

    /** The newest decisions of a job, oldest first; at most {@code rowsMax}. */
    public List<NumberedDecision> newest(JobId job, int rowsMax) {
        List<NumberedDecision> newest = new ArrayList<>(parts.read(sql -> sql.list(
                "SELECT * FROM job_decision WHERE job_no = ? ORDER BY job_no DESC, decision_no DESC LIMIT ?",
                ROW,
                job.number(),
                CatalogParts.checkedRows(rowsMax))));
        Collections.reverse(newest);
        return newest;
    }

    /** Returns the number of decisions of a job, with those that newer ones have displaced; 0 once its files are removed. */
    public long made(JobId job) {
        return parts.read(sql -> made(sql, job));
    }

    private static long made(Statements sql, JobId job) {
        return sql.number("SELECT COALESCE(MAX(decision_no), 0) FROM job_decision WHERE job_no = ?", job.number());
    }
}
