package org.bdm.server.catalog.file;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.CountDelta;
import org.bdm.server.catalog.db.Dialect;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Writes a group of outcomes of one job. The state that a file had is in the WHERE of its update, so a final state is never overwritten and
 * the counts follow from what was changed, not from what was meant. Made for one transaction, on the committer's thread.
 */
final class OutcomeRows {
    private final ChangeWork work;
    private final Dialect dialect;
    private final JobId job;
    private final CountDelta counts;
    private final Map<FileId, @Nullable Object[]> newExceptions = new LinkedHashMap<>();
    private final List<@Nullable Object[]> oldExceptions = new ArrayList<>();
    private final Map<FileId, @Nullable Object[]> reused = new LinkedHashMap<>();
    private final Set<FileId> there = new HashSet<>();
    private final AttemptRows attempts;
    private final List<@Nullable Object[]> origins = new ArrayList<>();

    OutcomeRows(ChangeWork work, Dialect dialect, JobId job) {
        this.work = work;
        this.dialect = dialect;
        this.job = job;
        this.counts = work.counts(job);
        this.attempts = new AttemptRows(work.sql(), job);
    }

    RecordedOutcomes write(List<OutcomeRecord> outcomes) {
        refuseIfFinal();
        List<OutcomeRecord> others = new ArrayList<>();
        boolean[] written = update(FileState.PENDING).write(outcomes, dialect == Dialect.POSTGRESQL);
        for (int i = 0; i < written.length; i++) {
            if (written[i]) recorded(outcomes.get(i), FileEffort.NONE);
            else others.add(outcomes.get(i));
        }
        Set<FileId> alreadyFinal = new HashSet<>();
        for (OutcomeRecord outcome : others) {
            if (!writeWaiting(outcome)) alreadyFinal.add(outcome.file());
        }
        attempts.write();
        work.sql().batch("DELETE FROM file_exception WHERE file_id = ?", oldExceptions);
        work.sql().batch(FileRows.INSERT_EXCEPTION, List.copyOf(newExceptions.values()));
        work.sql().batch(ReusedRows.INSERT, List.copyOf(reused.values()));
        CopyRows.forget(work.sql(), there);
        work.sql().batch(OriginRows.INSERT, origins);
        return new RecordedOutcomes(outcomes.size() - alreadyFinal.size(), alreadyFinal);
    }

    private void refuseIfFinal() {
        JobState state = work.sql()
                .one(
                        "SELECT state FROM job WHERE job_no = ?" + dialect.shareLock(),
                        (row, at) -> JobState.ofCode(row.getInt(1)),
                        job.number())
                .orElseThrow(() -> new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + job));
        if (state.isFinal()) {
            throw new MoverException(ErrorCode.ILLEGAL_STATE, job + " is " + state + ": its open files are cancelled");
        }
    }

    /** A file that waited, which is rare: what it cost before is subtracted. */
    private boolean writeWaiting(OutcomeRecord outcome) {
        Optional<AttemptRows.Waited> before = waited(outcome.file());
        if (before.isEmpty() || !update(FileState.WAITING).write(List.of(outcome), false)[0]) return false;
        counts.left(FileState.WAITING, outcome.size());
        attempts.replaced(outcome.file(), before.get());
        oldExceptions.add(new Object[] {outcome.file().number()});
        recorded(outcome, before.get().effort());
        return true;
    }

    private Optional<AttemptRows.Waited> waited(FileId file) {
        return work.sql()
                .one(
                        "SELECT f.attempts, f.millis, f.bytes_moved, f.bytes_resent, f.ended_ms, x.error_code, x.text"
                                + " FROM file_entry f LEFT JOIN file_exception x ON x.file_id = f.file_id"
                                + " WHERE f.file_id = ? AND f.state = ?",
                        (row, at) -> {
                            Long code = Statements.longOrNull(row, "error_code");
                            return new AttemptRows.Waited(
                                    new FileEffort(
                                            0,
                                            row.getInt("attempts"),
                                            row.getLong("millis"),
                                            row.getLong("bytes_moved"),
                                            row.getLong("bytes_resent")),
                                    code == null ? null : code.intValue(),
                                    row.getString("text"),
                                    Instant.ofEpochMilli(row.getLong("ended_ms")));
                        },
                        file.number(),
                        FileState.WAITING.code());
    }

    private OutcomeUpdate update(FileState before) {
        return new OutcomeUpdate(work.sql(), work.now(), before);
    }

    private void recorded(OutcomeRecord outcome, FileEffort before) {
        counts.entered(outcome.state(), outcome.size());
        if (outcome.state() == FileState.DONE || outcome.state() == FileState.SKIPPED_SAME) there.add(outcome.file());
        counts.moved(
                outcome.effort().bytesMoved() - before.bytesMoved(),
                outcome.effort().bytesResent() - before.bytesResent());
        if (outcome.state() == FileState.DONE && outcome.evidence() != null)
            counts.proved(outcome.evidence().level());
        if (outcome.state() == FileState.DONE && outcome.arrival() != null)
            counts.arrived(work.now(), outcome.arrival(), outcome.size());
        ReusedFile here = outcome.reused();
        if (here != null) {
            counts.reused(here.reuse().bytes());
            reused.put(outcome.file(), ReusedRows.row(outcome.file(), here));
        }
        origins.addAll(OriginRows.rows(outcome.file(), outcome.origins()));
        outcome.origins().forEach(origin -> counts.cameFrom(OriginRows.place(origin), origin.bytes()));
        if (outcome.asked() != null) counts.cameUnvouched(outcome.asked());
        FileTrouble trouble = outcome.trouble();
        // The last word on a file counts, should it be twice in the group.
        newExceptions.remove(outcome.file());
        if (trouble == null) return;
        newExceptions.put(
                outcome.file(), FileRows.exception(job.number(), outcome.file().number(), outcome.state(), trouble));
        if (outcome.state() == FileState.FAILED) counts.failed(trouble.code());
    }
}
