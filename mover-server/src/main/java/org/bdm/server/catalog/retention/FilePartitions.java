package org.bdm.server.catalog.retention;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogDatabase;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Dialect;
import org.bdm.server.catalog.db.RunningNumber;
import org.bdm.server.catalog.db.Statements;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partitions of the tables with a row for each file, on PostgreSQL. A partition has the rows of a range of jobs, about a million if
 * jobs are long, and those of up to 1,000 jobs if they are short. The last range has no upper bound, so that every row has its place
 * whatever happens; it is cut while it is empty, before jobs reach it, since then nothing has to be read under the lock.
 *
 * <p>Nobody waits long: a lock that is not had within {@value #LOCK_MILLIS} ms is given up, and asked for again later. Several processes may
 * do this at the same time. Any thread that may block.
 */
public final class FilePartitions {
    static final long ROWS_WANTED = 1_000_000;
    static final long JOBS_MAX = 1_000;
    static final long FIRST_JOBS = 16;
    /** So many jobs may come before the next look, and still find a range that is cut. */
    static final long JOBS_AHEAD = 16;

    private static final int LOCK_MILLIS = 100;
    private static final long ROW_BYTES = 400;
    /** A range of this size is read under the lock within about a tenth of a second. */
    private static final long READ_BYTES_MAX = 256L << 20;

    private static final int RANGES_JUDGED_BY = 3;
    private static final int CUTS_AT_ONCE = 64;
    private static final Logger LOG = LoggerFactory.getLogger(FilePartitions.class);

    private static final List<KeyedTable> TABLES =
            KeyedTable.OF_JOBS.stream().filter(KeyedTable::isPartitioned).toList();

    private final CatalogDatabase database;

    /** With the parts of the open catalog. */
    public FilePartitions(CatalogParts parts) {
        this.database = parts.database();
    }

    /** H2 has no partitions: rows go in steps. */
    private boolean isPartitioned() {
        return database.dialect() == Dialect.POSTGRESQL;
    }

    /** The ranges there are, in order. */
    List<JobRange> ranges() {
        return database.read(sql -> ranges(sql, "file_entry"));
    }

    private static List<JobRange> ranges(Statements sql, String table) {
        List<JobRange> ranges = new ArrayList<>(sql.list(
                "SELECT pg_get_expr(c.relpartbound, c.oid), pg_relation_size(c.oid) FROM pg_inherits i"
                        + " JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = CAST(? AS regclass)",
                (row, at) -> JobRange.of(row.getString(1), row.getLong(2)),
                table));
        ranges.sort(Comparator.comparingLong(JobRange::first));
        return ranges;
    }

    /** The number of the last job whose transaction has ended: numbers are given one after the other, each with its job. */
    private static long lastJob(Statements sql) {
        return RunningNumber.JOB.last(sql);
    }

    /** At the start of a process: cuts a last range with many rows, as {@code catalog move} leaves it, before jobs need the tables. */
    public void cutLongRange() {
        if (!isPartitioned()) return;
        List<JobRange> ranges = ranges();
        if (ranges.get(ranges.size() - 1).bytes() > READ_BYTES_MAX) prepare();
    }

    /**
     * Cuts the last range until jobs that come soon have ranges of their own.
     *
     * @return number of ranges that were added
     */
    public int prepare() {
        int added = 0;
        while (isPartitioned() && added < CUTS_AT_ONCE) {
            List<JobRange> ranges = ranges();
            JobRange tail = ranges.get(ranges.size() - 1);
            long last = database.read(FilePartitions::lastJob);
            if (tail.first() > last + JOBS_AHEAD) return added;
            long jobs = jobsOfNext(ranges, last);
            if (!isDone(sql -> cut(sql, tail, jobs))) return added;
            added++;
        }
        return added;
    }

    /** As many jobs as had a million files lately; a site that was quiet so far is not judged by its first jobs alone. */
    static long jobsOfNext(List<JobRange> ranges, long lastJob) {
        List<JobRange> used = ranges.stream()
                .filter(range -> Math.max(1, range.first()) <= lastJob)
                .toList();
        List<JobRange> judged = used.subList(Math.max(0, used.size() - RANGES_JUDGED_BY), used.size());
        long jobs = 0;
        long rows = 0;
        for (JobRange range : judged) {
            jobs += Math.min(range.end(), lastJob + 1) - Math.max(1, range.first());
            rows += range.bytes() / ROW_BYTES;
        }
        if (jobs == 0) return FIRST_JOBS;
        long wanted = rows == 0 ? JOBS_MAX : jobs * ROWS_WANTED / rows;
        return Math.max(1, Math.min(wanted, Math.min(JOBS_MAX, Math.max(FIRST_JOBS, 4 * jobs))));
    }

    /** Gives the last range an end, and what is behind it to a new last range. */
    private static boolean cut(Statements sql, JobRange tail, long jobs) {
        lock(sql);
        List<JobRange> now = ranges(sql, "file_entry");
        if (now.get(now.size() - 1).first() != tail.first()) return true; // another process has cut it
        // Rows of jobs up to the last one may be in it.
        long end = Math.max(tail.first() + jobs, lastJob(sql) + 1);
        JobRange closed = new JobRange(tail.first(), end, tail.bytes());
        JobRange next = new JobRange(end, JobRange.OPEN, 0);
        for (KeyedTable table : TABLES) {
            String part = closed.partition(table.name());
            String options = sql.one(
                            "SELECT array_to_string(reloptions, ', ') FROM pg_class WHERE oid = CAST(? AS regclass)",
                            (row, at) -> Optional.ofNullable(row.getString(1)),
                            part)
                    .flatMap(found -> found)
                    .map(found -> " WITH (" + found + ")")
                    .orElse("");
            sql.execute("ALTER TABLE " + table.name() + " DETACH PARTITION " + part);
            sql.execute("ALTER TABLE " + table.name() + " ATTACH PARTITION " + part + " FOR VALUES " + closed.bounds());
            sql.execute("CREATE TABLE " + next.partition(table.name()) + " PARTITION OF " + table.name()
                    + " FOR VALUES " + next.bounds() + options);
        }
        return true;
    }

    /** One process at a time, and no statement on the tables meanwhile. */
    private static void lock(Statements sql) {
        sql.execute("SET LOCAL lock_timeout = " + LOCK_MILLIS);
        for (KeyedTable table : TABLES) sql.execute("LOCK TABLE ONLY " + table.name() + " IN ACCESS EXCLUSIVE MODE");
    }

    /**
     * Drops the partitions in which every row belongs to a job whose rows are to be removed.
     *
     * @return number of ranges whose partitions went
     */
    public int dropRemoved() {
        int dropped = 0;
        if (!isPartitioned()) return dropped;
        for (JobRange range : ranges()) {
            if (range.isOpen() || !database.read(sql -> isRemoved(sql, range))) continue;
            boolean isGone = true;
            // The one with the files last: its range is looked for again after an interruption.
            for (KeyedTable table : TABLES) {
                if (!table.isOfFiles()) isGone = isGone && isDone(sql -> drop(sql, table.name(), range));
            }
            isGone = isGone && isDone(sql -> drop(sql, "file_entry", range));
            if (!isGone) continue;
            dropped++;
            LOG.info("the rows of jobs {} to {} were dropped with their partitions", range.first(), range.end() - 1);
        }
        return dropped;
    }

    /**
     * True if no row of the range is needed and none can come: all numbers of jobs in it were given, and all its jobs are marked. A number
     * that was given to no job belongs to a submission that was refused.
     */
    private static boolean isRemoved(Statements sql, JobRange range) {
        if (lastJob(sql) < range.end() - 1) return false;
        return sql.number(
                        "SELECT COUNT(*) FROM job WHERE job_no >= ? AND job_no < ? AND removal = 0",
                        range.first(),
                        range.end())
                == 0;
    }

    private static boolean drop(Statements sql, String table, JobRange range) {
        sql.execute("SET LOCAL lock_timeout = " + LOCK_MILLIS);
        // After those who write to it now: a number that was given and is not seen yet would be taken for one that is
        // free.
        sql.execute("LOCK TABLE job IN SHARE MODE");
        if (!isRemoved(sql, range)) return false;
        sql.execute("DROP TABLE IF EXISTS " + range.partition(table));
        return true;
    }

    private boolean isDone(Function<Statements, Boolean> change) {
        try {
            return database.transact(change);
        } catch (MoverException e) {
            if (e.code() != ErrorCode.CATALOG_UNAVAILABLE) throw e;
            LOG.info("partitions are changed later, as others use the tables: {}", e.detail());
            return false;
        }
    }
}
