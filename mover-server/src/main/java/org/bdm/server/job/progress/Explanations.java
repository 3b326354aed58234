package org.bdm.server.job.progress;

import java.time.Instant;
import java.util.Locale;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.ByteRate;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.jspecify.annotations.Nullable;

/** Says of a job why it is where it is and what happens next, from what the catalog and the running work tell. Pure; any thread. */
public final class Explanations {
    private Explanations() {}

    /** Of a job in any state. */
    public static Explanation of(Job job, JobCounts counts, LiveJob live) {
        JobReason reason = job.reason();
        if (job.isCancelling() && reason != null) return cancelling(job, reason);
        return switch (job.state()) {
            case RECEIVING_PARTS -> receiving(job);
            case RECEIVING, QUEUED -> queued(job);
            case PLANNING -> planning(job);
            case ACTIVE -> active(job, counts, live);
            case PAUSED -> paused(job);
            case SUCCEEDED, PARTIAL, FAILED, CANCELLED ->
                new Explanation(
                        reason == null ? codeOfEmpty(job, counts) : reason.code(),
                        reason == null ? outcome(job, counts) : reason.text(),
                        ended(job),
                        nextOfEnded(job),
                        null);
        };
    }

    /** True if a job had nothing to do, as when its globs select no file: no error, but seldom meant. */
    public static boolean isEmpty(Job job, JobCounts counts) {
        return job.state() == JobState.SUCCEEDED && counts.total().files() == 0;
    }

    private static @Nullable String codeOfEmpty(Job job, JobCounts counts) {
        return isEmpty(job, counts) ? "NO_FILES" : null;
    }

    private static String outcome(Job job, JobCounts counts) {
        return isEmpty(job, counts)
                ? "There was no file to transfer; look at the source, --include and --exclude."
                : "Every file is there.";
    }

    /** True if nothing moves in this state, so that the reason is shown with the job itself. */
    public static boolean isStanding(Job job, LiveJob live) {
        if (job.isCancelling()) return true;
        return switch (job.state()) {
            case RECEIVING_PARTS, QUEUED, PAUSED, PARTIAL, FAILED, CANCELLED -> true;
            case RECEIVING, SUCCEEDED -> false;
            case PLANNING -> job.reason() != null;
            case ACTIVE -> job.reason() != null || !live.isMoving();
        };
    }

    private static Explanation cancelling(Job job, JobReason reason) {
        String end = job.endsEarly() ? "the job ends" : "the job is CANCELLED";
        return told(
                reason,
                "Files that are being placed are finished and recorded; then " + end
                        + ", and files that were not placed are left as they were.");
    }

    private static Explanation receiving(Job job) {
        String stored =
                String.format(Locale.ROOT, "%,d", job.itemCount()) + (job.itemCount() == 1 ? " entry" : " entries");
        return new Explanation(
                "RECEIVING_LIST",
                "Its list is being received; " + stored + " stored so far.",
                job.createdAt(),
                "It waits for its turn as soon as the list is complete. A list without a new entry for 24 hours is cancelled.",
                null);
    }

    private static Explanation queued(Job job) {
        JobReason reason = job.reason();
        if (reason != null) return told(reason, "It begins when that is over.");
        return new Explanation(
                "QUEUED",
                "It waits for its turn: first go jobs of a higher priority, then those of owners who have fewer at work, then older ones.",
                job.createdAt(),
                "Its sources are listed as soon as a worker is free.",
                null);
    }

    private static Explanation planning(Job job) {
        JobReason reason = job.reason();
        if (reason != null) return told(reason, "The source will be tried again at the time shown.");
        return new Explanation(
                null,
                "Its sources are being listed and compared with the destination; no file has to be moved yet.",
                started(job),
                "Files are moved as soon as the first is found.",
                null);
    }

    private static Explanation active(Job job, JobCounts counts, LiveJob live) {
        JobReason reason = job.reason();
        if (reason != null && job.request().kind() == JobKind.BENCH) return told(reason, "It ends by itself.");
        if (reason != null) return told(reason, "It continues by itself when that is over.");
        long waiting = counts.in(FileState.WAITING).files();
        long pending = counts.in(FileState.PENDING).files();
        if (live.isMoving()) return new Explanation(null, moving(live), started(job), "It continues.", null);
        if (pending == 0 && waiting > 0) {
            return new Explanation(
                    "FILES_WAITING",
                    files(waiting) + " wait to be tried again after an error; see the open files.",
                    started(job),
                    "Each is tried again at its own time.",
                    null);
        }
        if (pending == 0 && !job.listingComplete()) {
            return new Explanation(
                    "LISTING",
                    "All files found so far are done; listing continues.",
                    started(job),
                    "Files are moved as they are found.",
                    null);
        }
        if (pending == 0) {
            return new Explanation(
                    "ENDING",
                    "All files have ended; the directories get their times, then the job ends.",
                    started(job),
                    "It ends by itself.",
                    null);
        }
        return new Explanation(
                "NOT_STARTED",
                "Starting; " + files(pending) + " left.",
                started(job),
                "They are taken up as soon as the source is connected and a worker is free.",
                null);
    }

    private static String moving(LiveJob live) {
        String limit = live.limit().isEmpty() ? "" : "; limited by " + live.limit();
        return String.format(
                Locale.ROOT,
                "It moves %s and %.1f files/s over %d %s; %s arriving, %d being verified%s.",
                ByteRate.text(live.bytesPerSecond()),
                live.filesPerSecond(),
                live.streams(),
                live.streams() == 1 ? "stream" : "streams",
                files(live.filesActive()),
                live.filesVerifying(),
                limit);
    }

    private static Explanation paused(Job job) {
        JobReason reason = job.reason();
        if (reason == null) {
            return new Explanation(
                    "PAUSED", "It is paused.", started(job), "Resume it with 'bdm-client resume'.", null);
        }
        return told(reason, nextOfPaused(reason));
    }

    private static String nextOfPaused(JobReason reason) {
        for (PauseReason known : PauseReason.values()) {
            if (!known.name().equals(reason.code())) continue;
            if (known == PauseReason.BY_USER) return "It stays until somebody resumes it.";
            if (known.isOfPlaces()) return nextOfClosed(reason);
            if (known.needsPerson()) return advice(reason.code()) + " It also looks again by itself every minute.";
            return "It resumes by itself when that is over; it checks every minute.";
        }
        return "Mend the cause, then 'bdm-client resume JOB'.";
    }

    private static String nextOfClosed(JobReason reason) {
        String change = "as soon as the windows, the maintenance or the ban change.";
        return reason.nextAt() == null
                ? "It resumes by itself " + change
                : "It resumes by itself at the time shown, or " + change;
    }

    private static String advice(String code) {
        for (ErrorCode known : ErrorCode.values()) if (known.name().equals(code)) return known.advice();
        return "A person has to mend that.";
    }

    private static String nextOfEnded(Job job) {
        if (job.request().kind() == JobKind.BENCH) return "Nothing; 'bdm-client bench' measures again.";
        return switch (job.state()) {
            case PARTIAL, FAILED -> "Remove the causes, then 'bdm-client retry' retries the failed files in a new job.";
            case CANCELLED -> "Nothing. Submit it again to transfer the rest; files already there are skipped.";
            default -> "Nothing: it is done.";
        };
    }

    private static Explanation told(JobReason reason, String next) {
        return new Explanation(reason.code(), reason.text(), reason.since(), next, reason.nextAt());
    }

    private static String files(long number) {
        return number == 1 ? "1 file" : number + " files";
    }

    private static Instant started(Job job) {
        return job.startedAt() == null ? job.createdAt() : job.startedAt();
    }

    private static Instant ended(Job job) {
        return job.endedAt() == null ? started(job) : job.endedAt();
    }
}
