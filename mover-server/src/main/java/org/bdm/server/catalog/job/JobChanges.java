package org.bdm.server.catalog.job;

import java.time.Instant;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ByteRate;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Changes to the row of a job, within a transaction. The state is changed here and nowhere else. */
final class JobChanges {
    private JobChanges() {}

    static Job become(ChangeWork work, JobId id, JobState next, @Nullable JobReason reason) {
        Job job = JobRows.locked(work.sql(), id);
        refuseUnlessAllowed(job, next);
        Instant now = work.now();
        boolean starts = job.state() == JobState.QUEUED && next == JobState.PLANNING && job.startedAt() == null;
        work.sql()
                .update(
                        "UPDATE job SET state = ?, resumes_as = ?, started_at = ?, ended_at = ?, is_cancelling = FALSE,"
                                + " room_ms = NULL WHERE job_no = ?",
                        next.code(),
                        next == JobState.PAUSED ? job.state().code() : null,
                        starts ? now : job.startedAt(),
                        next.isFinal() ? now : null,
                        id.number());
        writeReason(work, id, reason);
        Events.add(work, id, next.name(), text(job, next, reason), data(job, reason));
        return JobRows.locked(work.sql(), id);
    }

    /**
     * Keeps that the job ends for this reason before all of its files have; a second time changes nothing. It goes nowhere else from here than
     * to its end, which is CANCELLED if somebody cancelled it, else PARTIAL or FAILED.
     */
    static Job windUp(ChangeWork work, JobId id, JobReason reason) {
        Job job = JobRows.locked(work.sql(), id);
        if (job.isCancelling()) return job;
        boolean isCancelled = reason.code().equals(JobReason.CANCELLING) || job.state() != JobState.ACTIVE;
        refuseUnlessAllowed(job, isCancelled ? JobState.CANCELLED : JobState.PARTIAL);
        if (job.state() == JobState.RECEIVING_PARTS) closeList(work, id);
        work.sql().update("UPDATE job SET is_cancelling = TRUE WHERE job_no = ?", id.number());
        writeReason(work, id, reason);
        String what = isCancelled ? " is being cancelled: " : " ends early: ";
        Events.add(work, id, reason.code(), id + what + reason.text(), data(job, reason));
        return JobRows.locked(work.sql(), id);
    }

    /** The list takes no more entries; the job ends as one that was cancelled before its turn. */
    private static void closeList(ChangeWork work, JobId id) {
        work.sql()
                .update(
                        "UPDATE job SET state = ?, list_part_ms = NULL WHERE job_no = ?",
                        JobState.QUEUED.code(),
                        id.number());
        StoredHashes.delete(work, id);
    }

    private static void refuseUnlessAllowed(Job job, JobState next) {
        if (job.isCancelling() && !isEndOf(job, next)) {
            throw new MoverException(
                    ErrorCode.ILLEGAL_STATE, job.id() + " is being cancelled or ends early, and cannot become " + next);
        }
        boolean leavesPause = job.state() == JobState.PAUSED && !next.isFinal();
        if (job.state().mayBecome(next) && (!leavesPause || job.resumesAs() == next)) return;
        throw new MoverException(
                ErrorCode.ILLEGAL_STATE, job.id() + " is " + job.state() + " and cannot become " + next + " now");
    }

    private static boolean isEndOf(Job windingUp, JobState next) {
        if (!windingUp.endsEarly()) return next == JobState.CANCELLED;
        return next == JobState.PARTIAL || next == JobState.FAILED;
    }

    static void writeReason(ChangeWork work, JobId id, @Nullable JobReason reason) {
        work.sql()
                .update(
                        "UPDATE job SET reason_code = ?, reason_text = ?, reason_since = ?, reason_next_at = ? WHERE job_no = ?",
                        reason == null ? null : Statements.cut(reason.code(), 64),
                        reason == null ? null : Statements.cut(reason.text(), 2000),
                        reason == null ? null : reason.since(),
                        reason == null ? null : reason.nextAt(),
                        id.number());
    }

    /** Writes an event if the rate limit of the job is another one. */
    static void noteRateLimit(ChangeWork work, Job before, Job now) {
        long limit = now.request().maxRateBytesPerSecond();
        if (limit == before.request().maxRateBytesPerSecond()) return;
        String text = limit == 0 ? " has no rate limit any more" : " may take " + ByteRate.limit(limit) + " at most";
        Events.add(work, now.id(), Events.RATE_LIMIT_CHANGED, now.id() + text, "{}");
    }

    private static String text(Job job, JobState next, @Nullable JobReason reason) {
        String change = job.id() + " was " + job.state() + " and is " + next;
        return reason == null ? change : change + ": " + reason.text();
    }

    /** The names are our own and need no escaping. */
    private static String data(Job job, @Nullable JobReason reason) {
        String from = "{\"from\":\"" + job.state() + "\"";
        if (reason == null || !reason.code().matches("[A-Z0-9_]{1,64}")) return from + "}";
        return from + ",\"reason\":\"" + reason.code() + "\"}";
    }
}
