package org.bdm.server.catalog.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.CountColumn;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Jobs: their states, counts, items and reports. Writes never wait for room: TOO_MANY_REQUESTS if the committer's queue is full. */
public final class Jobs {
    /** Longest report, in characters. */
    public static final int REPORT_LENGTH_MAX = 1_000_000;

    /** True of a job {@code j} whose exports the node of the argument offers, all of them. */
    public static final String EXPORTS_ARE_AT_NODE = JobExports.ARE_AT_NODE;

    private final CatalogParts parts;

    public Jobs(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * Tells of jobs that this process wrote an event of, when that is durable. Called on the committer's thread: returns at once. What
     * another process of the same catalog writes is not told.
     */
    public void listen(Consumer<Set<JobId>> listener) {
        parts.committer().listen(listener);
    }

    /** Ends {@link #listen}. */
    public void unlisten(Consumer<Set<JobId>> listener) {
        parts.committer().unlisten(listener);
    }

    /** The job; empty if there is none or it is still being received. */
    public Optional<Job> find(JobId job) {
        return parts.read(sql -> JobRows.visible(sql, job));
    }

    /**
     * A page of jobs.
     *
     * @throws MoverException INVALID_REQUEST if the cursor is of another order, or was not made here
     */
    public RowPage<Job> page(JobQuery query) {
        return parts.read(sql -> JobPages.read(sql, query));
    }

    /**
     * Jobs of an owner that are still being received, oldest first: each has its id already, and as {@link Job#itemCount} the number of items
     * that are kept so far.
     */
    public List<Job> receiving(String owner, int rowsMax) {
        return parts.read(sql -> sql.list(
                JobRows.SELECT + " WHERE j.owner = ? AND j.state = ? ORDER BY j.owner, j.job_no LIMIT ?",
                JobRows.JOB,
                owner,
                JobState.RECEIVING.code(),
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Adds the states that are shown as one of these. */
    static List<JobState> withHidden(List<JobState> states) {
        return Arrays.stream(JobState.values())
                .filter(state -> states.contains(state.shown()))
                .toList();
    }

    static void appendCodes(StringBuilder sql, List<JobState> states, List<@Nullable Object> arguments) {
        List<JobState> visible = states.stream().filter(JobState::isVisible).toList();
        sql.append(Statements.marks(visible.size())).append(')');
        visible.forEach(state -> arguments.add(state.code()));
    }

    /** Jobs in these states, highest priority first, then oldest; at most {@code rowsMax}. */
    public List<Job> inOrder(Set<JobState> states, int rowsMax) {
        List<@Nullable Object> arguments = new ArrayList<>();
        StringBuilder sql = new StringBuilder(JobRows.SELECT).append(" WHERE j.state IN (");
        appendCodes(sql, List.copyOf(states), arguments);
        sql.append(" ORDER BY j.priority DESC, j.job_no LIMIT ?");
        arguments.add(CatalogParts.checkedRows(rowsMax));
        return parts.read(read -> read.list(sql.toString(), JobRows.JOB, arguments.toArray()));
    }

    /**
     * Jobs in a state that are not cancelled, highest priority first, then the oldest of each owner, then the second of each, and so on; at
     * most {@code rowsMax}. Looks at all jobs in the state.
     */
    public List<Job> inTurn(JobState state, int rowsMax) {
        return parts.read(read -> read.list(
                JobRows.SELECT
                        + " JOIN (SELECT a.job_no, ROW_NUMBER() OVER (PARTITION BY a.priority, "
                        + OwnerTurns.sharerOf("a")
                        + " ORDER BY a.job_no)"
                        + " AS turn FROM job a WHERE a.state = ? AND NOT a.is_cancelling) t ON t.job_no = j.job_no"
                        + " ORDER BY j.priority DESC, t.turn, j.job_no LIMIT ?",
                JobRows.JOB,
                state.code(),
                CatalogParts.checkedRows(rowsMax)));
    }

    /** The owners of these jobs; those that are not there are left out. */
    public Map<JobId, String> ownersOf(Collection<JobId> jobs) {
        Map<JobId, String> owners = new HashMap<>();
        for (List<JobId> some : Statements.parts(List.copyOf(jobs))) {
            parts.read(sql -> sql.list(
                    "SELECT job_no, owner FROM job WHERE job_no IN (" + Statements.marks(some.size()) + ")",
                    (row, at) -> owners.put(new JobId(row.getLong(1)), row.getString(2)),
                    some.stream().map(JobId::number).toArray()));
        }
        return owners;
    }

    /** Jobs that were cancelled or end early, and have not ended, oldest first; at most {@code rowsMax}. */
    public List<Job> cancelling(int rowsMax) {
        return parts.read(read -> read.list(
                JobRows.SELECT + " WHERE j.state IN (?, ?, ?, ?) AND j.is_cancelling ORDER BY j.job_no LIMIT ?",
                JobRows.JOB,
                JobState.QUEUED.code(),
                JobState.PLANNING.code(),
                JobState.ACTIVE.code(),
                JobState.PAUSED.code(),
                CatalogParts.checkedRows(rowsMax)));
    }

    /** All jobs of the site in numbers; takes longer the more jobs there are. */
    public JobFigures figures() {
        return parts.read(JobFigureRows::read);
    }

    /** Files and bytes of a job, as of the last commit. */
    public JobCounts counts(JobId job) {
        return parts.read(sql -> counts(sql, job));
    }

    /** Keeps that the files of a job fit at their destination, until it leaves ACTIVE; nothing if that is known, or it is not ACTIVE. */
    public CompletableFuture<Void> noteRoom(JobId job) {
        return parts.writeWaiting(1, work -> {
            work.sql()
                    .update(
                            "UPDATE job SET room_ms = ? WHERE job_no = ? AND state = ? AND room_ms IS NULL",
                            work.now().toEpochMilli(),
                            job.number(),
                            JobState.ACTIVE.code());
            return null;
        });
    }

    /** The jobs that fit before this one, on whatever node, the first one first; at most 1,000. It must leave them their room. */
    public List<JobId> withRoomBefore(JobId job) {
        return parts.read(sql -> sql.list(
                "SELECT o.job_no FROM job o JOIN job j ON j.job_no = ? WHERE o.state = ? AND o.room_ms IS NOT NULL"
                        + " AND NOT o.is_cancelling AND o.job_no <> j.job_no AND (j.room_ms IS NULL OR o.room_ms < j.room_ms"
                        + " OR (o.room_ms = j.room_ms AND o.job_no < j.job_no)) ORDER BY o.room_ms, o.job_no LIMIT 1000",
                (row, at) -> new JobId(row.getLong(1)),
                job.number(),
                JobState.ACTIVE.code()));
    }

    /** True if this node has all exports that files of the job go to: then it may end the job. */
    public boolean isServedHere(JobId job) {
        return parts.read(sql -> sql.number(
                        "SELECT COUNT(*) FROM job j WHERE j.job_no = ? AND " + JobExports.ARE_AT_NODE,
                        job.number(),
                        parts.node()))
                == 1;
    }

    /** Names of the exports that files of the job go to. */
    public List<String> exportsOf(JobId job) {
        return parts.read(sql -> sql.list(
                "SELECT export FROM job_export WHERE job_no = ? ORDER BY job_no, export LIMIT 1000",
                (row, at) -> row.getString(1),
                job.number()));
    }

    public static JobCounts counts(Statements sql, JobId job) {
        boolean isFinal = sql.one(
                        "SELECT state FROM job WHERE job_no = ?",
                        (row, at) -> JobState.ofCode(row.getInt(1)).isFinal(),
                        job.number())
                .orElse(false);
        return sql.one(
                        "SELECT " + CountColumn.sums() + " FROM job_count WHERE job_no = ?",
                        (row, at) -> counts(row, isFinal),
                        job.number())
                .orElseThrow();
    }

    /** PENDING is what the other states leave of the total; when the job is final, what is left and what waited is CANCELLED. */
    private static JobCounts counts(ResultSet row, boolean isFinal) throws SQLException {
        Map<FileState, Amount> byState = new EnumMap<>(FileState.class);
        Amount total = amount(row, CountColumn.TOTAL_FILES);
        Amount open = total;
        for (FileState state : List.of(FileState.DONE, FileState.SKIPPED_SAME, FileState.FAILED)) {
            Amount amount = amount(row, CountColumn.files(state));
            byState.put(state, amount);
            open = open.minus(amount);
        }
        Amount waiting = isFinal ? Amount.NONE : amount(row, CountColumn.WAITING_FILES);
        byState.put(FileState.WAITING, waiting);
        byState.put(FileState.PENDING, isFinal ? Amount.NONE : open.minus(waiting));
        byState.put(FileState.CANCELLED, isFinal ? open : Amount.NONE);
        Map<EvidenceLevel, Long> byEvidence = new EnumMap<>(EvidenceLevel.class);
        for (EvidenceLevel level : EvidenceLevel.values()) {
            byEvidence.put(level, row.getLong(CountColumn.files(level).column()));
        }
        return new JobCounts(
                total,
                byState,
                byEvidence,
                row.getLong(CountColumn.MOVED_BYTES.column()),
                row.getLong(CountColumn.RESENT_BYTES.column()),
                amount(row, CountColumn.REUSED_FILES));
    }

    private static Amount amount(ResultSet row, @Nullable CountColumn files) throws SQLException {
        if (files == null) return Amount.NONE;
        CountColumn bytes = CountColumn.values()[files.ordinal() + 1];
        return new Amount(row.getLong(files.column()), row.getLong(bytes.column()));
    }

    /** Errors of FAILED files, most frequent first. */
    public List<JobError> errors(JobId job) {
        List<JobError> errors = parts.read(sql -> sql.list(
                "SELECT error_code, SUM(files) AS files FROM job_error WHERE job_no = ? GROUP BY error_code"
                        + " ORDER BY error_code LIMIT 1000",
                (row, at) -> new JobError(JobRows.errorCode(row.getInt(1)), row.getLong(2)),
                job.number()));
        return errors.stream()
                .sorted(Comparator.comparingLong(JobError::files).reversed())
                .toList();
    }

    /** Items from number {@code from} on, at most {@code itemsMax}. */
    public List<NumberedItem> items(JobId job, int from, int itemsMax) {
        long first = FileNumber.first(job);
        return parts.read(sql -> sql.list(
                "SELECT " + JobRows.ITEM_COLUMNS + " FROM job_item i WHERE i.item_id >= ? AND i.item_id < ?"
                        + " ORDER BY i.item_id LIMIT ?",
                JobRows::item,
                first + from,
                first + FileNumber.FILES_MAX,
                CatalogParts.checkedRows(itemsMax)));
    }

    /**
     * Changes the state, and writes an event with the reason. The only way to change it. Becoming PAUSED remembers where it was; PAUSED goes
     * back only there (or ends). The future gives the job after the change; it fails with ILLEGAL_STATE if the table does not allow it,
     * UNKNOWN_JOB.
     */
    public CompletableFuture<Job> change(JobId job, JobState next, @Nullable JobReason reason) {
        return parts.write(work -> JobChanges.become(work, job, next, reason));
    }

    /**
     * Keeps that somebody cancelled the job: from now on nothing of it is leased, and it can only become CANCELLED. The state stays until
     * {@link #end}. Nothing changes if it was cancelled before; ILLEGAL_STATE if it has ended, UNKNOWN_JOB.
     */
    public CompletableFuture<Job> cancel(JobId job, JobReason reason) {
        return parts.write(work -> JobChanges.windUp(work, job, reason));
    }

    /**
     * Keeps that the job ends for an error before all of its files have: from now on no node leases anything of it, and it can only become
     * PARTIAL or FAILED, once no node works on it. A job that is not ACTIVE is cancelled. As {@link #cancel} otherwise.
     */
    public CompletableFuture<Job> endEarly(JobId job, JobReason reason) {
        if (reason.code().equals(JobReason.CANCELLING)) throw new IllegalArgumentException("nobody cancelled " + job);
        return parts.write(work -> JobChanges.windUp(work, job, reason));
    }

    /**
     * Ends the job, with its report in the same transaction. The future fails as that of {@link #change}.
     *
     * @param reportJson a JSON object of at most {@value #REPORT_LENGTH_MAX} characters
     */
    public CompletableFuture<Job> end(JobId job, JobState last, @Nullable JobReason reason, String reportJson) {
        if (!last.isFinal()) throw new IllegalArgumentException(last + " ends no job");
        if (reportJson.length() > REPORT_LENGTH_MAX) {
            throw new MoverException(ErrorCode.TOO_LARGE, "the report of " + job + " has over 1,000,000 characters");
        }
        return parts.write(work -> end(work, job, last, reason, reportJson));
    }

    private static Job end(ChangeWork work, JobId job, JobState last, @Nullable JobReason reason, String reportJson) {
        Job ended = JobChanges.become(work, job, last, reason);
        work.sql().update("INSERT INTO job_report (job_no, report) VALUES (?, ?)", job.number(), reportJson);
        return ended;
    }

    /**
     * Ends a mirror job that has its whole listing, as {@link #end} does; in the same transaction, its destination is to be compared with that.
     *
     * @param destination endpoint of the tree
     */
    public CompletableFuture<Job> endMirror(
            JobId job, JobState state, @Nullable JobReason reason, String reportJson, String destination) {
        return parts.write(work -> {
            Job ended = end(work, job, state, reason, reportJson);
            work.sql()
                    .update(
                            "INSERT INTO mirror (job_no, state, destination, text) VALUES (?, 1, ?, '')",
                            job.number(),
                            destination);
            return ended;
        });
    }

    /** Takes a PAUSED job back to where it was; fails with ILLEGAL_STATE if it is not PAUSED. */
    public CompletableFuture<Job> resume(JobId job) {
        return parts.write(work -> {
            Job paused = JobRows.locked(work.sql(), job);
            JobState before = paused.resumesAs();
            if (paused.state() != JobState.PAUSED || before == null) {
                throw new MoverException(ErrorCode.ILLEGAL_STATE, job + " is " + paused.state() + ", not PAUSED");
            }
            return JobChanges.become(work, job, before, null);
        });
    }

    /** Says why a job that stays in its state does not move; null clears it. A final, PAUSED or cancelled job keeps its own reason. */
    public CompletableFuture<Job> explain(JobId job, @Nullable JobReason reason) {
        return parts.write(work -> {
            Job before = JobRows.locked(work.sql(), job);
            if (!before.mayRun()) return before;
            JobChanges.writeReason(work, job, reason);
            return JobRows.locked(work.sql(), job);
        });
    }

    /**
     * Sets priority (1 to 5) and rate (bytes per second, 0 for no limit); null leaves one as it is. Fails with ILLEGAL_STATE if final.
     *
     * @param before sees the job as it was, while nobody else can change it; what it throws refuses the change
     */
    public CompletableFuture<Job> steer(
            JobId job, @Nullable Integer priority, @Nullable Long maxRateBytesPerSecond, Consumer<Job> before) {
        boolean isWrong = (priority != null && (priority < 1 || priority > 5))
                || (maxRateBytesPerSecond != null && maxRateBytesPerSecond < 0);
        if (isWrong) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "a priority is 1 to 5, a rate is not negative");
        }
        return parts.write(work -> {
            Job found = JobRows.locked(work.sql(), job);
            before.accept(found);
            if (found.state().isFinal()) throw new MoverException(ErrorCode.ILLEGAL_STATE, job + " has ended");
            work.sql()
                    .update(
                            "UPDATE job SET priority = COALESCE(CAST(? AS SMALLINT), priority),"
                                    + " max_rate = COALESCE(CAST(? AS BIGINT), max_rate) WHERE job_no = ?",
                            priority,
                            maxRateBytesPerSecond,
                            job.number());
            Job now = JobRows.locked(work.sql(), job);
            JobChanges.noteRateLimit(work, found, now);
            return now;
        });
    }

    /** Notes how the data of the job moves: {@code tls}, {@code plain}, {@code local}, or several joined by '+'. */
    public CompletableFuture<Job> noteDataSecurity(JobId job, String dataSecurity) {
        return parts.write(work -> {
            work.sql().update("UPDATE job SET data_security = ? WHERE job_no = ?", dataSecurity, job.number());
            return JobRows.locked(work.sql(), job);
        });
    }

    /** The report of a job that ended, as JSON; empty before. */
    public Optional<String> report(JobId job) {
        return parts.read(sql ->
                sql.one("SELECT report FROM job_report WHERE job_no = ?", (row, at) -> row.getString(1), job.number()));
    }
}
