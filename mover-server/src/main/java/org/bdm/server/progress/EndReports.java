package org.bdm.server.progress;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.scheduler.WorkTimes;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reports of jobs: the one that was kept at the end, or what it would say now. Any thread that may block. */
public final class EndReports {
    private final Catalog catalog;
    private final LiveJobs live;
    private final JsonMapper json = JsonMapper.builder().build();

    /** With its parts. */
    public EndReports(Catalog catalog, LiveJobs live) {
        this.catalog = catalog;
        this.live = live;
    }

    /** The report as it was kept; of a job that has not ended, as things stand. INTERNAL if the catalog holds something else. */
    public JobReport of(Job job) {
        return catalog.jobs().report(job.id()).map(this::read).orElseGet(() -> now(job));
    }

    private JobReport read(String kept) {
        try {
            return json.readValue(kept, JobReport.class);
        } catch (JacksonException e) {
            throw new MoverException(ErrorCode.INTERNAL, "the catalog holds something else than a report", e);
        }
    }

    /** Returns the report to keep if the job is cancelled at this moment; UNKNOWN_JOB. */
    public String jsonIfCancelledNow(JobId id) {
        Job job = catalog.jobs()
                .find(id)
                .orElseThrow(() -> new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + id));
        JobReport now = now(job);
        Map<String, Long> files = cancelled(now.filesByState());
        Map<String, Long> bytes = cancelled(now.bytesByState());
        return json.writeValueAsString(new JobReport(
                files,
                bytes,
                now.filesByEvidence(),
                now.bytesMoved(),
                now.bytesResent(),
                now.streams(),
                now.dataSecurity(),
                now.listingMillis(),
                now.movingMillis(),
                now.verifyingMillis(),
                now.placingMillis(),
                now.failures(),
                now.reused()));
    }

    /** Counts files that are not final as cancelled. */
    private static Map<String, Long> cancelled(Map<String, Long> byState) {
        Map<String, Long> after = new HashMap<>(byState);
        for (FileState open : List.of(FileState.PENDING, FileState.WAITING)) {
            Long amount = after.remove(open.name());
            if (amount != null) after.merge(FileState.CANCELLED.name(), amount, Long::sum);
        }
        return after;
    }

    private JobReport now(Job job) {
        JobCounts counts = catalog.jobs().counts(job.id());
        Map<String, Long> files = new HashMap<>();
        Map<String, Long> bytes = new HashMap<>();
        counts.byState().forEach((state, amount) -> {
            files.put(state.name(), amount.files());
            bytes.put(state.name(), amount.bytes());
        });
        Map<String, Long> evidence = new HashMap<>();
        counts.byEvidence().forEach((level, number) -> evidence.put(level.shownAs(), number));
        WorkTimes times = WorkTimes.of(catalog, job.id());
        return new JobReport(
                files,
                bytes,
                evidence,
                counts.bytesMoved(),
                counts.bytesResent(),
                Math.max(live.of(job.id()).streams(), times.streamsMost()),
                job.dataSecurity() == null ? "" : job.dataSecurity(),
                times.listingMillis(),
                times.movingMillis(),
                times.verifyingMillis(),
                times.placingMillis(),
                catalog.jobs().errors(job.id()).stream()
                        .map(error -> new JobReport.Failures(error.code().name(), error.files()))
                        .toList(),
                new JobReport.Reused(counts.reused().files(), counts.reused().bytes()));
    }
}
