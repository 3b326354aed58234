package org.bdm.server.catalog.tools;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.db.CatalogDatabase;
import org.bdm.server.catalog.db.CatalogExpectation;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogUrl;
import org.bdm.server.catalog.file.ChunkState;
import org.bdm.server.catalog.holding.HoldingSideTables;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.Jobs;
import org.bdm.server.catalog.retention.FileRemovals;
import org.bdm.server.catalog.site.AuditLog;
import org.springframework.dao.DataAccessException;

/**
 * Reads a whole catalog that no process uses, and compares what must agree: counts with rows, chunks and exceptions with files, holdings
 * with the tables by which they are found, the chain of the audit log. Reads in steps; changes nothing.
 */
public final class CatalogCheck {
    private static final int STEP = 50_000;

    private final CatalogDatabase database;
    private final List<String> problems = new ArrayList<>();
    private long rows;

    private CatalogCheck(CatalogDatabase database) {
        this.database = database;
    }

    /**
     * The result of a check.
     *
     * @param rows how many files were looked at
     * @param problems a sentence each; empty if all is well
     */
    public record Findings(long rows, List<String> problems) {
        /** Copies the list. */
        public Findings {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Checks.
     *
     * @throws MoverException as {@code Catalog.open}; NOT_FOUND if there is no catalog
     */
    public static Findings check(CatalogLocation location) {
        Optional<Path> file = CatalogUrl.file(location);
        if (file.isPresent() && !file.get().toFile().exists()) {
            throw new MoverException(ErrorCode.NOT_FOUND, "there is no catalog " + file.get());
        }
        try (CatalogDatabase database = CatalogDatabase.openAlone(location, CatalogExpectation.THERE)) {
            return new CatalogCheck(database).run();
        }
    }

    private Findings run() {
        try {
            MoveProgress.refuseUnfinished(database);
            long after = 0;
            for (Optional<Long> job = nextJob(after); job.isPresent(); job = nextJob(after)) {
                checkJob(new JobId(job.get()));
                after = job.get();
            }
            checkHoldings();
            checkAudit();
        } catch (MoverException | DataAccessException e) {
            problems.add("reading stopped: " + e.getMessage());
        }
        return new Findings(rows, problems);
    }

    private Optional<Long> nextJob(long after) {
        return database.read(sql -> sql.one(
                "SELECT job_no FROM job WHERE job_no > ? ORDER BY job_no LIMIT 1", (row, at) -> row.getLong(1), after));
    }

    private void checkJob(JobId job) {
        long removal = database.read(sql -> sql.number("SELECT removal FROM job WHERE job_no = ?", job.number()));
        if (removal != 0) {
            checkRemoved(job, removal);
            return;
        }
        long first = FileNumber.first(job);
        long end = first
                + database.read(sql -> sql.number("SELECT next_file FROM job_listing WHERE job_no = ?", job.number()));
        Map<FileState, Amount> counted = new EnumMap<>(FileState.class);
        for (long from = first; from < end; from += STEP) {
            long to = Math.min(end, from + STEP);
            for (Counted found : count(from, to)) {
                counted.merge(found.state(), found.amount(), Amount::plus);
                rows += found.amount().files();
            }
        }
        compare(job, end - first, counted);
        checkExceptions(job, counted);
        checkChunks(job);
    }

    /** Of a job whose removal has not ended any number of rows may be there. */
    private void checkRemoved(JobId job, long removal) {
        if (!FileRemovals.isDone(removal)) return;
        List<String> left = database.read(sql -> FileRemovals.tablesWithRows(sql, job));
        if (!left.isEmpty())
            problems.add(job + ": its rows were removed, but some are left in " + String.join(", ", left));
    }

    private List<Counted> count(long from, long to) {
        return database.read(sql -> sql.list(
                "SELECT state, COUNT(*), SUM(size) FROM file_entry WHERE file_id >= ? AND file_id < ? GROUP BY state",
                (row, at) -> new Counted(FileState.ofCode(row.getInt(1)), new Amount(row.getLong(2), row.getLong(3))),
                from,
                to));
    }

    private void compare(JobId job, long listed, Map<FileState, Amount> counted) {
        JobCounts kept = database.read(sql -> Jobs.counts(sql, job));
        long present = counted.values().stream().mapToLong(Amount::files).sum();
        if (present != listed || kept.total().files() != listed) {
            problems.add(job + ": " + listed + " files listed, " + present + " rows, "
                    + kept.total().files() + " counted");
        }
        for (FileState state : List.of(FileState.DONE, FileState.SKIPPED_SAME, FileState.FAILED)) {
            Amount real = counted.getOrDefault(state, Amount.NONE);
            if (!real.equals(kept.in(state))) {
                problems.add(job + ": " + state + " are " + real + " by rows and " + kept.in(state) + " by counts");
            }
        }
    }

    private void checkExceptions(JobId job, Map<FileState, Amount> counted) {
        for (FileState state : List.of(FileState.WAITING, FileState.FAILED)) {
            long exceptions = database.read(sql -> sql.number(
                    "SELECT COUNT(*) FROM file_exception WHERE job_no = ? AND state = ?", job.number(), state.code()));
            long files = counted.getOrDefault(state, Amount.NONE).files();
            if (exceptions != files) {
                problems.add(job + ": " + files + " files are " + state + ", but " + exceptions + " say why");
            }
        }
    }

    private void checkChunks(JobId job) {
        long first = FileNumber.first(job);
        long wrong = database.read(sql -> sql.number(
                "SELECT COUNT(*) FROM file_chunk c WHERE c.chunk_id >= ? AND c.chunk_id < ? AND c.state = ? AND EXISTS"
                        + " (SELECT 1 FROM file_entry f WHERE f.file_id >= c.first_file AND f.file_id <= c.last_file"
                        + " AND f.state IN (?, ?))",
                first,
                first + FileNumber.FILES_MAX,
                ChunkState.DONE.code(),
                FileState.PENDING.code(),
                FileState.WAITING.code()));
        if (wrong > 0) problems.add(job + ": " + wrong + " chunks are done and have open files");
    }

    /** A holding that is in no turn would never be read again. */
    private void checkHoldings() {
        long end = 1 + database.read(sql -> sql.number("SELECT MAX(holding_no) FROM holding"));
        long unfound = 0;
        for (long from = 0; from < end; from += STEP) {
            long first = from;
            unfound += database.read(sql -> HoldingSideTables.countUnfound(sql, first, first + STEP));
        }
        if (unfound > 0)
            problems.add("holdings: " + unfound + " are in no turn to be checked, or not found by their state");
    }

    private void checkAudit() {
        AuditLog.firstBroken(database)
                .ifPresent(line -> problems.add("the audit log was changed at or before line " + line));
    }

    private record Counted(FileState state, Amount amount) {}
}
