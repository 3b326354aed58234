package org.bdm.server.catalog.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** The history of transfers. Any thread that may block. */
public final class TransferHistory {
    /** Most jobs of one source that are read. */
    public static final int JOBS_MAX = 300;

    /** Longest name of a source that is kept. */
    static final int SOURCE_LENGTH_MAX = 255;

    private static final int ROWS_AT_ONCE = 1_000;
    private static final int PARTS_MAX = 10_000;

    private static final RecordColumns<JobTiming> TIMING = RecordColumns.of(
            JobTiming.class, "job_no started_ms ended_ms files_listed listing_millis predicted_millis");

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public TransferHistory(CatalogParts parts) {
        this.parts = parts;
    }

    /** Adds what a run of this node did; with what it did before for the same job and source it is one row. A longer name of a source is cut. */
    public CompletableFuture<Void> add(List<TransferPart> ran) {
        List<TransferPart> kept = List.copyOf(ran);
        return parts.write(Math.max(1, kept.size()), work -> {
            for (TransferPart part : kept) add(work.sql(), part);
            return null;
        });
    }

    private void add(Statements sql, TransferPart part) {
        String source = Statements.cut(part.source(), SOURCE_LENGTH_MAX);
        String same = " WHERE job_no = ? AND node_no = ? AND source = ?";
        TransferPart sum = sql.one(
                        "SELECT * FROM transfer_part" + same,
                        (row, at) -> plus(part(row), part),
                        part.job().number(),
                        parts.node(),
                        source)
                .orElse(part);
        sql.update("DELETE FROM transfer_part" + same, part.job().number(), parts.node(), source);
        List<@Nullable Object> row = new ArrayList<>(Arrays.asList(
                sum.job().number(),
                parts.node(),
                source,
                sum.began().toEpochMilli(),
                sum.ended().toEpochMilli(),
                sum.activeMillis(),
                sum.firstByteMillis(),
                sum.streams(),
                sum.bytesChecked()));
        for (Amount amount : sum.work().byClass()) row.addAll(List.of(amount.files(), amount.bytes()));
        sql.update(
                "INSERT INTO transfer_part (job_no, node_no, source, began_ms, ended_ms, active_millis,"
                        + " first_byte_millis, streams, bytes_checked, tiny_files, tiny_bytes, small_files, small_bytes,"
                        + " medium_files, medium_bytes, large_files, large_bytes) VALUES ("
                        + Statements.marks(row.size())
                        + ")",
                row.toArray());
    }

    private static TransferPart plus(TransferPart before, TransferPart more) {
        return new TransferPart(
                before.job(),
                before.source(),
                before.began().isBefore(more.began()) ? before.began() : more.began(),
                before.ended().isAfter(more.ended()) ? before.ended() : more.ended(),
                before.activeMillis() + more.activeMillis(),
                before.firstByteMillis() != null ? before.firstByteMillis() : more.firstByteMillis(),
                Math.max(before.streams(), more.streams()),
                before.work().plus(more.work()),
                before.bytesChecked() + more.bytesChecked());
    }

    /** Makes the parts of a job history: it has ended. A second time changes nothing. */
    public CompletableFuture<Void> ended(JobTiming timing) {
        return parts.write(work -> {
            long job = timing.job().number();
            if (work.sql().number("SELECT COUNT(*) FROM job_timing WHERE job_no = ?", job) > 0) return null;
            work.sql()
                    .update(
                            "INSERT INTO job_timing (job_no, started_ms, ended_ms, files_listed, listing_millis,"
                                    + " predicted_millis) VALUES (?, ?, ?, ?, ?, ?)",
                            job,
                            timing.started().toEpochMilli(),
                            timing.ended().toEpochMilli(),
                            timing.filesListed(),
                            timing.listingMillis(),
                            timing.predictedMillis());
            return null;
        });
    }

    /** The parts of a job that all nodes noted so far. */
    public List<TransferPart> partsOf(JobId job) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM transfer_part WHERE job_no = ? ORDER BY job_no, node_no, source LIMIT ?",
                (row, at) -> part(row),
                job.number(),
                PARTS_MAX));
    }

    /** The newest jobs that had files from this source, with all their parts, newest first. */
    public List<EndedJob> ofSource(String source, int jobsMax) {
        return parts.read(sql -> jobs(
                sql,
                sql.list(
                        "SELECT DISTINCT p.job_no FROM transfer_part p JOIN job_timing t ON t.job_no = p.job_no"
                                + " WHERE p.source = ? ORDER BY p.job_no DESC LIMIT ?",
                        (row, at) -> row.getLong(1),
                        Statements.cut(source, SOURCE_LENGTH_MAX),
                        CatalogParts.checkedRows(jobsMax))));
    }

    /** The newest jobs of this site, with all their parts, newest first. */
    public List<EndedJob> ofSite(int jobsMax) {
        return parts.read(sql -> jobs(
                sql,
                sql.list(
                        "SELECT job_no FROM job_timing ORDER BY job_no DESC LIMIT ?",
                        (row, at) -> row.getLong(1),
                        CatalogParts.checkedRows(jobsMax))));
    }

    private static List<EndedJob> jobs(Statements sql, List<Long> newest) {
        if (newest.isEmpty()) return List.of();
        Map<Long, List<TransferPart>> byJob = new HashMap<>();
        Map<Long, JobTiming> timings = new HashMap<>();
        for (List<Long> some : Statements.parts(newest)) {
            String in = " WHERE job_no IN (" + Statements.marks(some.size()) + ") ORDER BY job_no LIMIT " + PARTS_MAX;
            sql.list("SELECT * FROM transfer_part" + in, (row, at) -> part(row), some.toArray())
                    .forEach(part -> byJob.computeIfAbsent(part.job().number(), first -> new ArrayList<>())
                            .add(part));
            sql.list("SELECT * FROM job_timing" + in, TIMING, some.toArray())
                    .forEach(timing -> timings.put(timing.job().number(), timing));
        }
        List<EndedJob> jobs = new ArrayList<>();
        for (long job : newest) {
            JobTiming timing = timings.get(job);
            List<TransferPart> own = byJob.getOrDefault(job, List.of());
            if (timing != null && !own.isEmpty()) jobs.add(new EndedJob(timing, own));
        }
        return jobs;
    }

    /**
     * Forgets jobs that ended before, and all but the newest. Gives how many rows went; 0 at the end.
     *
     * @param jobsMax so many of the newest stay
     */
    public CompletableFuture<Integer> forget(Instant endedBefore, int jobsMax) {
        return parts.write(ROWS_AT_ONCE, work -> {
            Statements sql = work.sql();
            long tooOld = sql.number("SELECT job_no FROM job_timing ORDER BY job_no DESC LIMIT 1 OFFSET ?", jobsMax);
            int rows = 0;
            for (String table : List.of("transfer_part", "job_timing")) {
                List<Long> jobs = sql.list(
                        "SELECT DISTINCT job_no FROM " + table
                                + " WHERE ended_ms < ? OR job_no <= ? ORDER BY job_no LIMIT ?",
                        (row, at) -> row.getLong(1),
                        endedBefore.toEpochMilli(),
                        tooOld,
                        ROWS_AT_ONCE / 10);
                if (jobs.isEmpty()) continue;
                rows += sql.update(
                        "DELETE FROM " + table + " WHERE job_no IN (" + Statements.marks(jobs.size())
                                + ") AND (ended_ms < ? OR job_no <= ?)",
                        with(jobs, endedBefore.toEpochMilli(), tooOld));
            }
            return rows;
        });
    }

    private static Object[] with(List<Long> jobs, long... more) {
        List<Object> arguments = new ArrayList<>(jobs);
        for (long value : more) arguments.add(value);
        return arguments.toArray();
    }

    private static TransferPart part(ResultSet row) throws SQLException {
        return new TransferPart(
                new JobId(row.getLong("job_no")),
                row.getString("source"),
                Instant.ofEpochMilli(row.getLong("began_ms")),
                Instant.ofEpochMilli(row.getLong("ended_ms")),
                row.getLong("active_millis"),
                Statements.longOrNull(row, "first_byte_millis"),
                row.getInt("streams"),
                new SizedWork(List.of(
                        new Amount(row.getLong("tiny_files"), row.getLong("tiny_bytes")),
                        new Amount(row.getLong("small_files"), row.getLong("small_bytes")),
                        new Amount(row.getLong("medium_files"), row.getLong("medium_bytes")),
                        new Amount(row.getLong("large_files"), row.getLong("large_bytes")))),
                row.getLong("bytes_checked"));
    }
}
