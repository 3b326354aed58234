package org.bdm.server.job.run;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.JobError;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.job.progress.JobReport;
import org.bdm.server.job.schedule.WorkTimes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** Ends a job that has nothing left: the report is written and the last state set, in one transaction. */
final class JobEnding {
    private static final Logger LOG = LoggerFactory.getLogger(JobEnding.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final DispatchParts parts;
    private final Job job;
    private final EndedJobHistory history;

    JobEnding(DispatchParts parts, Job job, EndedJobHistory history) {
        this.parts = parts;
        this.job = job;
        this.history = history;
    }

    /**
     * The ordinary end: every file is in a final state.
     *
     * @param directoryFailures what could not be done to directories
     */
    void end(List<MoverException> directoryFailures) {
        JobCounts counts = parts.catalog().jobs().counts(job.id());
        List<JobError> errors = withDirectories(parts.catalog().jobs().errors(job.id()), directoryFailures);
        JobReason reason = directoryFailures.isEmpty() ? reason(errors) : reason(directoryFailures.get(0));
        WorkTimes times = WorkTimes.of(parts.catalog(), job.id());
        if (end(lastState(counts, !directoryFailures.isEmpty()), reason, counts, errors, times))
            history.note(job, counts, times, parts.clock().instant());
    }

    /**
     * The job stops at its first conflict: what has not ended is cancelled. Where another node works on a part of it, that is kept, and the
     * scheduler of one of them ends the job when all have stopped.
     */
    void endEarly(MoverException reason) {
        if (!isKept(reason)) return;
        if (!new JobRecovery(parts, job.id()).recover()) {
            LOG.info("{} ends when other nodes have stopped working on it", job.id());
            return;
        }
        JobCounts counts = parts.catalog().jobs().counts(job.id());
        JobState last = counts.there() > 0 ? JobState.PARTIAL : JobState.FAILED;
        WorkTimes times = WorkTimes.of(parts.catalog(), job.id());
        var unused = end(last, reason(reason), counts, parts.catalog().jobs().errors(job.id()), times);
    }

    /** Before anything else, so that nothing of the job is leased any more; false if it ended, was paused or cancelled in this moment. */
    private boolean isKept(MoverException reason) {
        try {
            Durable.await(parts.catalog().jobs().endEarly(job.id(), reason(reason)));
            return true;
        } catch (MoverException e) {
            if (e.code() != ErrorCode.ILLEGAL_STATE) throw e;
            LOG.info("{} was not ended: {}", job.id(), e.detail());
            return false;
        }
    }

    private JobReason reason(MoverException reason) {
        return new JobReason(
                reason.code().name(), reason.sentence(), parts.clock().instant(), null);
    }

    /** False if the job was ended or paused by a person in the same moment. */
    private boolean end(
            JobState last, @Nullable JobReason reason, JobCounts counts, List<JobError> errors, WorkTimes times) {
        long decisions = parts.catalog().decisions().made(job.id());
        String report = JSON.writeValueAsString(
                JobReport.of(job, counts, errors, times, decisions).ended());
        try {
            boolean hasListing = last == JobState.SUCCEEDED
                    || (!errors.isEmpty() && errors.stream().allMatch(JobError::isOfPlace));
            Durable.await(kept(last, reason, report, hasListing));
            LOG.info("{} ended {}", job.id(), last);
            return true;
        } catch (MoverException e) {
            if (e.code() != ErrorCode.ILLEGAL_STATE) throw e;
            // What the person did stands.
            LOG.info("{} was not ended: {}", job.id(), e.detail());
            return false;
        }
    }

    /**
     * A mirror that has all of its source is compared with its destination after this; also one whose files have places that something of
     * another kind takes: the plan takes that away.
     */
    private CompletableFuture<Job> kept(JobState last, @Nullable JobReason reason, String report, boolean hasListing) {
        String destination = job.request().destination();
        return destination != null && hasListing && isMirrorThatMayRemove(last)
                ? parts.catalog().jobs().endMirror(job.id(), last, reason, report, destination)
                : parts.catalog().jobs().end(job.id(), last, reason, report);
    }

    private boolean isMirrorThatMayRemove(JobState last) {
        JobRequest request = job.request();
        if (request.kind() != JobKind.TREE || request.retryOf() != null) return false;
        JobSettings settings = request.settings();
        return settings.mirrors()
                && (last == JobState.SUCCEEDED || settings.onConflict().replaces());
    }

    private static List<JobError> withDirectories(List<JobError> files, List<MoverException> directories) {
        Map<ErrorCode, Long> byCode = new EnumMap<>(ErrorCode.class);
        files.forEach(error -> byCode.merge(error.code(), error.files(), Long::sum));
        directories.forEach(error -> byCode.merge(error.code(), 1L, Long::sum));
        return byCode.entrySet().stream()
                .map(error -> new JobError(error.getKey(), error.getValue()))
                .sorted(Comparator.comparingLong(JobError::files).reversed())
                .toList();
    }

    private static JobState lastState(JobCounts counts, boolean hasFailedDirectories) {
        if (counts.in(FileState.FAILED).files() == 0 && !hasFailedDirectories) return JobState.SUCCEEDED;
        return counts.there() == 0 ? JobState.FAILED : JobState.PARTIAL;
    }

    private @Nullable JobReason reason(List<JobError> errors) {
        if (errors.isEmpty()) return null;
        JobError most = errors.get(0);
        String files = most.files() == 1 ? "1 file" : most.files() + " files";
        return new JobReason(
                most.code().name(),
                files + " failed. " + most.code().advice(),
                parts.clock().instant(),
                null);
    }
}
