package org.bdm.server.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.Event;
import org.bdm.server.catalog.Job;
import org.bdm.server.catalog.JobCounts;
import org.bdm.server.catalog.JobError;
import org.bdm.server.catalog.JobState;
import org.bdm.server.catalog.StateReason;
import org.bdm.server.progress.JobReport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** Ends a job that has nothing left: directories get their times, the report is written, the last state is set. */
final class JobEnding {
    private static final Logger LOG = LoggerFactory.getLogger(JobEnding.class);
    private static final int EVENTS_LOOKED_AT = 1000;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final DispatchParts parts;
    private final Job job;
    private final @Nullable RunningSessions sessions;

    JobEnding(DispatchParts parts, Job job, @Nullable RunningSessions sessions) {
        this.parts = parts;
        this.job = job;
        this.sessions = sessions;
    }

    /** The ordinary end: every file is in a final state. */
    void end() {
        try {
            new TreeDirectories(parts, job).make();
        } catch (MoverException e) {
            new JobTrouble(parts, job).stopFor(e);
            return;
        }
        JobCounts counts = parts.catalog().jobs().counts(job.id());
        List<JobError> errors = parts.catalog().jobs().errors(job.id());
        end(lastState(counts), reason(errors), counts, errors);
    }

    /** The job stops at its first conflict: what has not ended is cancelled. */
    void endEarly(MoverException reason) {
        JobCounts counts = parts.catalog().jobs().counts(job.id());
        boolean isAnyThere = counts.in(FileState.DONE).files()
                        + counts.in(FileState.SKIPPED_SAME).files()
                > 0;
        Instant now = parts.clock().instant();
        end(
                isAnyThere ? JobState.PARTIAL : JobState.FAILED,
                new StateReason(reason.code().name(), reason.sentence(), now, null),
                counts,
                parts.catalog().jobs().errors(job.id()));
    }

    private void end(JobState last, @Nullable StateReason reason, JobCounts counts, List<JobError> errors) {
        String report = JSON.writeValueAsString(report(counts, errors));
        try {
            parts.catalog().jobs().end(job.id(), last, reason, report).join();
            LOG.info("{} ended {}", job.id(), last);
        } catch (CompletionException e) {
            // Ended by a person in the same moment: that stands.
            LOG.info("{} was not ended: {}", job.id(), String.valueOf(e.getCause()));
        }
    }

    private static JobState lastState(JobCounts counts) {
        long there = counts.in(FileState.DONE).files()
                + counts.in(FileState.SKIPPED_SAME).files();
        long failed = counts.in(FileState.FAILED).files();
        if (failed == 0) return JobState.SUCCEEDED;
        return there == 0 ? JobState.FAILED : JobState.PARTIAL;
    }

    /** As the listing told when it was complete; after a restart that of the last run. */
    private long listingMillis() {
        for (Event event : parts.catalog().events().after(job.id(), 0, EVENTS_LOOKED_AT)) {
            if (event.code().equals("LISTED"))
                return JSON.readTree(event.dataJson()).path("millis").asLong(0);
        }
        return 0;
    }

    private @Nullable StateReason reason(List<JobError> errors) {
        if (errors.isEmpty()) return null;
        JobError most = errors.get(0);
        String files = most.files() == 1 ? "1 file" : most.files() + " files";
        return new StateReason(
                most.code().name(),
                files + " failed. " + most.code().advice(),
                parts.clock().instant(),
                null);
    }

    private JobReport report(JobCounts counts, List<JobError> errors) {
        Map<String, Long> files = new HashMap<>();
        Map<String, Long> bytes = new HashMap<>();
        counts.byState().forEach((state, amount) -> {
            files.put(state.name(), amount.files());
            bytes.put(state.name(), amount.bytes());
        });
        Map<String, Long> evidence = new HashMap<>();
        counts.byEvidence().forEach((level, number) -> evidence.put(level.shownAs(), number));
        Instant started = job.startedAt() == null ? job.createdAt() : job.startedAt();
        long millis = Duration.between(started, parts.clock().instant()).toMillis();
        String security = job.dataSecurity() == null ? "" : job.dataSecurity();
        return new JobReport(
                files,
                bytes,
                evidence,
                counts.bytesMoved(),
                counts.bytesResent(),
                sessions == null ? 0 : sessions.streamsMost(),
                security,
                listingMillis(),
                millis,
                0,
                0,
                errors.stream()
                        .map(error -> new JobReport.Failures(error.code().name(), error.files()))
                        .toList());
    }
}
