package org.bdm.server.catalog.tape;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.file.ChunkState;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.JobState;
import org.jspecify.annotations.Nullable;

/** The files of jobs that wait for recalls. Made of the statements of one transaction, or of a read. */
final class AwaitedFiles {
    private static final int NODES_MAX = 100;
    private static final long OVERLOOKED_MILLIS = 10_000; // from a look at a recall to the record of a wait for it
    private static final String AWAITED = " r.state IN (0, 1, 4)"; // RecallState.isAwaited

    /** Of a row {@code f} of a file and {@code j} of its job: files of a job that has ended keep the state that they had. */
    static final String IS_OPEN = "f.state IN (" + codes(FileState.values(), FileState::isFinal, FileState::code)
            + ") AND j.state NOT IN ("
            + codes(JobState.values(), state -> !state.isFinal(), JobState::code) + ")";

    private AwaitedFiles() {}

    private static <T> String codes(T[] states, Predicate<T> without, ToIntFunction<T> code) {
        return Arrays.stream(states)
                .filter(without.negate())
                .map(state -> String.valueOf(code.applyAsInt(state)))
                .collect(Collectors.joining(", "));
    }

    /** Lets their jobs look at the files that wait for these recalls at once. */
    static void areDue(Statements sql, List<Long> recalls) {
        for (List<Long> part : Statements.parts(recalls)) {
            List<Long> files = sql.list(
                    "SELECT file_id FROM tape_waiter WHERE recall_no IN (" + Statements.marks(part.size())
                            + ") ORDER BY file_id LIMIT 100000",
                    (row, at) -> row.getLong(1),
                    part.toArray());
            List<@Nullable Object[]> waiting = new ArrayList<>();
            Map<Long, TreeSet<Long>> byJob = new TreeMap<>();
            for (long file : files) {
                waiting.add(new Object[] {file, FileState.WAITING.code(), ErrorCode.BEING_STAGED.number()});
                byJob.computeIfAbsent(file / FileNumber.FILES_MAX, job -> new TreeSet<>())
                        .add(file);
            }
            sql.batch(
                    "UPDATE file_exception SET not_before_ms = 0 WHERE file_id = ? AND state = ? AND error_code = ?",
                    waiting);
            byJob.forEach((job, ofJob) -> chunksAreDue(sql, job, ofJob));
        }
    }

    private record ChunkRange(long chunk, long first, long last) {}

    /** One look at the chunks of a job, and one change for each that has such a file. */
    private static void chunksAreDue(Statements sql, long job, TreeSet<Long> files) {
        List<ChunkRange> chunks = sql.list(
                "SELECT chunk_id, first_file, last_file FROM file_chunk WHERE job_no = ? AND state = ? AND first_file <= ?"
                        + " AND last_file >= ? AND available_ms > 0 ORDER BY chunk_id",
                (row, at) -> new ChunkRange(row.getLong(1), row.getLong(2), row.getLong(3)),
                job,
                ChunkState.PENDING.code(),
                files.last(),
                files.first());
        List<@Nullable Object[]> due = new ArrayList<>();
        for (ChunkRange chunk : chunks) {
            Long file = files.ceiling(chunk.first());
            if (file != null && file <= chunk.last()) due.add(new Object[] {chunk.chunk(), ChunkState.PENDING.code()});
        }
        sql.batch("UPDATE file_chunk SET available_ms = 0 WHERE chunk_id = ? AND state = ?", due);
    }

    /** A file, and one of the recalls that it waits for. */
    record Waiting(TapeRecall recall, long file) {}

    private static final RecordColumns<Waiting> WAITING = RecordColumns.of(
            Waiting.class,
            "recall_no origin path is_empty state since_ms looked_ms was_on_tape is_brought request_no note file_id");

    /** Returns what these files wait for already, whether it is that or another. */
    static List<Waiting> waiting(Statements sql, Collection<WantedRecall> wanted) {
        List<Long> files =
                wanted.stream().map(each -> each.file().number()).distinct().toList();
        List<Waiting> found = new ArrayList<>();
        for (List<Long> part : Statements.parts(files)) {
            found.addAll(sql.list(
                    "SELECT " + TapeRecalls.COLUMNS + ", w.file_id FROM tape_waiter w JOIN tape_recall r"
                            + " ON r.recall_no = w.recall_no WHERE w.file_id IN (" + Statements.marks(part.size())
                            + ") ORDER BY r.recall_no LIMIT 10000",
                    WAITING,
                    part.toArray()));
        }
        return found;
    }

    /** Recalls that can be read, of which a file began to wait when that was not known yet. */
    static List<Long> overlooked(Statements sql, String origin) {
        return sql.list(
                "SELECT DISTINCT r.recall_no FROM tape_recall r JOIN tape_waiter w ON w.recall_no = r.recall_no"
                        + " JOIN file_exception x ON x.file_id = w.file_id JOIN file_entry f ON f.file_id = w.file_id"
                        + " WHERE r.origin = ? AND r.state IN (2, 3) AND x.state = ? AND x.error_code = ?"
                        + " AND x.not_before_ms > 0 AND f.ended_ms <= r.looked_ms + ? ORDER BY r.recall_no LIMIT 1000",
                (row, at) -> row.getLong(1),
                origin,
                FileState.WAITING.code(),
                ErrorCode.BEING_STAGED.number(),
                OVERLOOKED_MILLIS);
    }

    /** Recalls that can be read, as was told before a time, while a file that waits for them was told that it is being staged. */
    static List<TapeRecall> doubtful(Statements sql, String origin, Instant before, int rowsMax) {
        return sql.list(
                "SELECT " + TapeRecalls.COLUMNS + " FROM tape_recall r WHERE r.origin = ? AND r.state IN (2, 3)"
                        + " AND r.looked_ms < ? AND EXISTS (SELECT 1 FROM tape_waiter w JOIN file_exception x"
                        + " ON x.file_id = w.file_id WHERE w.recall_no = r.recall_no AND x.state = ? AND x.error_code = ?)"
                        + " ORDER BY r.looked_ms, r.recall_no LIMIT ?",
                TapeRecalls.RECALL,
                origin,
                before.toEpochMilli(),
                FileState.WAITING.code(),
                ErrorCode.BEING_STAGED.number(),
                rowsMax);
    }

    private record Ended(TapeRecall recall, long files, long done) {}

    private static final RecordColumns<Ended> ENDED = RecordColumns.of(
            Ended.class,
            "recall_no origin path is_empty state since_ms looked_ms was_on_tape is_brought request_no note files done");

    /** Recalls for which no file of a job waits any more. */
    static List<EndedRecall> ended(Statements sql, String origin, long after, int rowsMax) {
        return sql
                .list(
                        "SELECT " + TapeRecalls.COLUMNS
                                + ", (SELECT COUNT(*) FROM tape_waiter w WHERE w.recall_no = r.recall_no) AS files,"
                                + " (SELECT COUNT(*) FROM tape_waiter w JOIN file_entry f ON f.file_id = w.file_id"
                                + " WHERE w.recall_no = r.recall_no AND f.state = ?) AS done FROM tape_recall r"
                                + " WHERE r.origin = ? AND r.recall_no > ? AND NOT EXISTS (SELECT 1 FROM tape_waiter w"
                                + " JOIN file_entry f ON f.file_id = w.file_id JOIN job j ON j.job_no = w.file_id / "
                                + FileNumber.FILES_MAX + " WHERE w.recall_no = r.recall_no AND " + IS_OPEN
                                + ") ORDER BY r.recall_no LIMIT ?",
                        ENDED,
                        FileState.DONE.code(),
                        origin,
                        after,
                        rowsMax)
                .stream()
                .map(row -> new EndedRecall(row.recall(), row.files() > 0 && row.done() == row.files()))
                .toList();
    }

    static List<TapeWait> ofJob(Statements sql, JobId job) {
        List<Last> waits = sql.list(
                "SELECT r.origin, COUNT(DISTINCT w.file_id), MIN(r.since_ms), MAX(r.recall_no) FROM tape_waiter w"
                        + " JOIN tape_recall r ON r.recall_no = w.recall_no JOIN file_exception x ON x.file_id = w.file_id"
                        + " WHERE w.file_id >= ? AND w.file_id < ? AND x.state = ? AND x.error_code = ? AND" + AWAITED
                        + " GROUP BY r.origin ORDER BY r.origin LIMIT ?",
                (row, at) -> new Last(wait(row, at), row.getLong(4)),
                FileNumber.first(job),
                FileNumber.first(job) + FileNumber.FILES_MAX,
                FileState.WAITING.code(),
                ErrorCode.BEING_STAGED.number(),
                NODES_MAX);
        return waits.stream().map(last -> last.withTimeLeft(sql)).toList();
    }

    /** With the number of its last recall: all before it are brought first, whichever jobs want them. */
    private record Last(TapeWait job, long recall) {
        TapeWait withTimeLeft(Statements sql) {
            Optional<TapePace> pace = TapePace.of(sql, job.origin());
            if (pace.isEmpty()) return job;
            long before = sql.number(
                    "SELECT COUNT(*) FROM tape_recall r WHERE r.origin = ? AND r.recall_no <= ? AND" + AWAITED,
                    job.origin(),
                    recall);
            return new TapeWait(
                    job.origin(), job.files(), job.since(), pace.get().timeFor(before));
        }
    }

    /** Files of a job that wait for tape at a source that has no tape service: a site with an HSM, or a data node that brings what is read. */
    static long withoutService(Statements sql, JobId job) {
        return sql.number(
                "SELECT COUNT(*) FROM file_exception x WHERE x.job_no = ? AND x.error_code = ? AND x.state = ?"
                        + " AND NOT EXISTS (SELECT 1 FROM tape_waiter w JOIN tape_recall r ON r.recall_no = w.recall_no"
                        + " WHERE w.file_id = x.file_id AND" + AWAITED + ")",
                job.number(),
                ErrorCode.BEING_STAGED.number(),
                FileState.WAITING.code());
    }

    static List<TapeWait> overdue(Statements sql, Instant now) {
        return sql.list(
                "SELECT r.origin, COUNT(*), MIN(r.since_ms) FROM tape_recall r WHERE r.overdue_ms <= ? AND" + AWAITED
                        + " GROUP BY r.origin ORDER BY r.origin LIMIT ?",
                AwaitedFiles::wait,
                now.toEpochMilli(),
                NODES_MAX);
    }

    private static TapeWait wait(ResultSet row, int at) throws SQLException {
        return new TapeWait(row.getString(1), row.getLong(2), Instant.ofEpochMilli(row.getLong(3)), Optional.empty());
    }
}
