package org.bdm.server.catalog.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Bytes and files that links and jobs moved, by time: each node adds its own share, and readers get the sum. Any thread that may block. */
public final class Rates {
    /** Length of the fine steps, in seconds. */
    public static final int FINE_SECONDS = 10;

    /** Length of the coarse steps of links, in seconds. */
    public static final int COARSE_SECONDS = 300;

    /** Least time that fine steps of links are kept. */
    public static final Duration FINE_KEPT = Duration.ofMinutes(75);

    /** Least time that coarse steps of links, and the steps of jobs, are kept. */
    public static final Duration KEPT = Duration.ofDays(31);

    /** Most steps of a job that one node keeps; then it joins two to one. */
    public static final int STEPS_OF_JOB_MAX = 500;

    private static final int SOURCE_LENGTH_MAX = 255;
    private static final long STEPS_AT_ONCE = 10;

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public Rates(CatalogParts parts) {
        this.parts = parts;
    }

    /** Adds what this node moved to what it added before. Never waits for room: TOO_MANY_REQUESTS. */
    public CompletableFuture<Void> add(List<MovedSample> moved) {
        List<MovedSample> links = new ArrayList<>();
        Map<JobId, List<MovedSample>> jobs = new LinkedHashMap<>();
        for (MovedSample sample : moved) {
            JobId job = sample.job();
            if (job == null) links.add(sample);
            else jobs.computeIfAbsent(job, first -> new ArrayList<>()).add(sample);
        }
        return parts.write(Math.max(1, 2 * moved.size()), work -> {
            addToLinks(work.sql(), FINE_SECONDS, links);
            addToLinks(work.sql(), COARSE_SECONDS, links);
            jobs.forEach((job, samples) -> addToJob(work.sql(), job, samples));
            return null;
        });
    }

    private static Collection<MovedSample> joined(List<MovedSample> samples, int stepSeconds) {
        Map<List<Object>, MovedSample> sums = new LinkedHashMap<>();
        for (MovedSample sample : samples) {
            MovedSample in = sample.in(stepSeconds);
            sums.merge(List.of(in.at(), in.source()), in, MovedSample::plus);
        }
        return sums.values();
    }

    private void addToLinks(Statements sql, int stepSeconds, List<MovedSample> samples) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (MovedSample sum : joined(samples, stepSeconds)) {
            rows.add(new @Nullable Object[] {
                sum.bytes(),
                sum.files(),
                sum.failures(),
                stepSeconds,
                sum.at().toEpochMilli(),
                Statements.cut(sum.source(), SOURCE_LENGTH_MAX),
                parts.node()
            });
        }
        insert(
                sql,
                rows,
                "UPDATE link_rate SET bytes = bytes + ?, files = files + ?, failures = failures + ?"
                        + " WHERE step_seconds = ? AND at_ms = ? AND source = ? AND node_no = ?",
                "INSERT INTO link_rate (bytes, files, failures, step_seconds, at_ms, source, node_no)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)");
    }

    /** Adds to the rows that are there, and inserts the others. */
    private static void insert(Statements sql, List<@Nullable Object[]> rows, String update, String insert) {
        int[] changed = sql.batch(update, rows);
        List<@Nullable Object[]> fresh = new ArrayList<>();
        for (int i = 0; i < changed.length; i++) if (changed[i] == 0) fresh.add(rows.get(i));
        var unused = sql.batch(insert, fresh);
    }

    private void addToJob(Statements sql, JobId job, List<MovedSample> samples) {
        String own = " FROM job_rate WHERE job_no = ? AND node_no = ?";
        int step =
                (int) Math.max(FINE_SECONDS, sql.number("SELECT MAX(step_seconds)" + own, job.number(), parts.node()));
        addToJob(sql, job, step, samples);
        while (sql.number("SELECT COUNT(*)" + own, job.number(), parts.node()) > STEPS_OF_JOB_MAX) {
            step *= 2;
            List<MovedSample> kept = sql.list(
                    "SELECT at_ms, bytes, files" + own + " ORDER BY at_ms",
                    (row, at) -> new MovedSample(
                            Instant.ofEpochMilli(row.getLong("at_ms")),
                            job,
                            "",
                            row.getLong("bytes"),
                            row.getLong("files")),
                    job.number(),
                    parts.node());
            sql.update("DELETE" + own, job.number(), parts.node());
            addToJob(sql, job, step, kept);
        }
    }

    private void addToJob(Statements sql, JobId job, int stepSeconds, List<MovedSample> samples) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (MovedSample sum : joined(samples, stepSeconds)) {
            rows.add(new @Nullable Object[] {
                sum.bytes(),
                sum.files(),
                stepSeconds,
                job.number(),
                parts.node(),
                sum.at().toEpochMilli()
            });
        }
        insert(
                sql,
                rows,
                "UPDATE job_rate SET bytes = bytes + ?, files = files + ?, step_seconds = ?"
                        + " WHERE job_no = ? AND node_no = ? AND at_ms = ?",
                "INSERT INTO job_rate (bytes, files, step_seconds, job_no, node_no, at_ms) VALUES (?, ?, ?, ?, ?, ?)");
    }

    /** Returns the sources that moved most within a time, those with most bytes first; not the rest, whose name is empty. */
    public List<String> busiest(int stepSeconds, Instant since, Instant until, int sourcesMax) {
        return parts.read(sql -> sql.list(
                "SELECT source FROM link_rate WHERE step_seconds = ? AND at_ms >= ? AND at_ms < ? AND source <> ''"
                        + " GROUP BY source ORDER BY SUM(bytes) DESC, source LIMIT ?",
                (row, at) -> row.getString(1),
                stepSeconds,
                since.toEpochMilli(),
                until.toEpochMilli(),
                CatalogParts.checkedRows(sourcesMax)));
    }

    /**
     * Returns what links moved, by time; all links that are not named are one, without a name.
     *
     * @param stepSeconds of the rows that are read, {@value #FINE_SECONDS} or {@value #COARSE_SECONDS}
     * @param shownSeconds of the samples that are returned, a multiple of it
     * @param named at most 500
     */
    public List<MovedSample> ofLinks(
            int stepSeconds, int shownSeconds, Instant since, Instant until, List<String> named) {
        long shown = shownSeconds * 1_000L;
        String name = named.isEmpty()
                ? "''"
                : "CASE WHEN source IN (" + Statements.marks(named.size()) + ") THEN source ELSE '' END";
        List<Object> arguments = new ArrayList<>(named);
        arguments.addAll(List.of(stepSeconds, since.toEpochMilli(), until.toEpochMilli()));
        return parts.read(sql -> sql.list(
                "SELECT shown_name, shown_ms, SUM(bytes) AS bytes, SUM(files) AS files, SUM(failures) AS failures FROM (SELECT "
                        + name
                        + " AS shown_name, (at_ms / " + shown + ") * " + shown + " AS shown_ms, bytes, files, failures"
                        + " FROM link_rate WHERE step_seconds = ? AND at_ms >= ? AND at_ms < ?) moved"
                        + " GROUP BY shown_name, shown_ms ORDER BY shown_name, shown_ms",
                (row, at) -> new MovedSample(
                        Instant.ofEpochMilli(row.getLong("shown_ms")),
                        null,
                        row.getString("shown_name"),
                        row.getLong("bytes"),
                        row.getLong("files"),
                        row.getLong("failures")),
                arguments.toArray()));
    }

    /** Returns what a job moved, by time, in the steps of the node with the longest ones. */
    public MovedOfJob ofJob(JobId job) {
        return parts.read(sql -> {
            int step = (int) Math.max(
                    FINE_SECONDS, sql.number("SELECT MAX(step_seconds) FROM job_rate WHERE job_no = ?", job.number()));
            List<MovedSample> rows = sql.list(
                    "SELECT at_ms, bytes, files FROM job_rate WHERE job_no = ? ORDER BY at_ms",
                    (row, at) -> new MovedSample(
                            Instant.ofEpochMilli(row.getLong("at_ms")),
                            job,
                            "",
                            row.getLong("bytes"),
                            row.getLong("files")),
                    job.number());
            return new MovedOfJob(step, joined(rows, step).stream().collect(Collectors.toList()));
        });
    }

    /** Forgets what is older than it has to be kept, a part of it. Gives how many rows went; 0 at the end. */
    public CompletableFuture<Integer> forget(Instant now) {
        return parts.write(1_000, work -> {
            int rows = forgetLinks(work.sql(), FINE_SECONDS, now.minus(FINE_KEPT))
                    + forgetLinks(work.sql(), COARSE_SECONDS, now.minus(KEPT));
            long before = now.minus(KEPT).toEpochMilli();
            long eldest = work.sql().number("SELECT MIN(at_ms) FROM job_rate");
            return rows
                    + work.sql()
                            .update(
                                    "DELETE FROM job_rate WHERE at_ms < ?",
                                    Math.min(before, eldest + COARSE_SECONDS * 1_000L));
        });
    }

    private static int forgetLinks(Statements sql, int stepSeconds, Instant before) {
        long eldest = sql.number("SELECT MIN(at_ms) FROM link_rate WHERE step_seconds = ?", stepSeconds);
        return sql.update(
                "DELETE FROM link_rate WHERE step_seconds = ? AND at_ms < ?",
                stepSeconds,
                Math.min(before.toEpochMilli(), eldest + 1_000L * STEPS_AT_ONCE * stepSeconds));
    }
}
