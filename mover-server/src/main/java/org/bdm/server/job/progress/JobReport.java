package org.bdm.server.job.progress;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.JobError;
import org.bdm.server.job.schedule.WorkTimes;

/**
 * The report of a job that ended, as the catalog keeps it for good.
 *
 * @param filesByState files per state
 * @param bytesByState sum of their sizes per state
 * @param filesByEvidence DONE files per shown level of evidence
 * @param bytesMoved payload that came over the network
 * @param bytesResent part of it that had come before, or was refused
 * @param streams most data streams at once
 * @param dataSecurity {@code tls}, {@code plain} or both
 * @param listingMillis from the start to the end of the listing
 * @param movingMillis while files were asked for
 * @param verifyingMillis summed over files, verifying
 * @param placingMillis summed over batches, forcing and placing
 * @param reused DONE files of which this site had bytes, and the bytes that were copied here or belong to second names of held files
 * @param decisions how many changes of the numbers of workers were decided
 */
public record JobReport(
        Map<String, Long> filesByState,
        Map<String, Long> bytesByState,
        Map<String, Long> filesByEvidence,
        long bytesMoved,
        long bytesResent,
        int streams,
        String dataSecurity,
        long listingMillis,
        long movingMillis,
        long verifyingMillis,
        long placingMillis,
        List<Failures> failures,
        Amount reused,
        Long decisions) {
    /** A report that was kept by an earlier version says nothing of what was reused, or of decisions. */
    public JobReport {
        if (reused == null) reused = Amount.NONE;
        if (decisions == null) decisions = 0L;
    }

    /**
     * Files that failed for one cause.
     *
     * @param code name of the error code
     */
    public record Failures(String code, long files) {}

    /** The report of a job as things stand. */
    public static JobReport of(Job job, JobCounts counts, List<JobError> errors, WorkTimes times, long decisions) {
        Map<String, Long> files = new HashMap<>();
        Map<String, Long> bytes = new HashMap<>();
        counts.byState().forEach((state, amount) -> {
            files.put(state.name(), amount.files());
            bytes.put(state.name(), amount.bytes());
        });
        Map<String, Long> evidence = new HashMap<>();
        counts.byEvidence().forEach((level, number) -> evidence.put(level.shownAs(), number));
        return new JobReport(
                files,
                bytes,
                evidence,
                counts.bytesMoved(),
                counts.bytesResent(),
                times.streamsMost(),
                job.dataSecurity() == null ? "" : job.dataSecurity(),
                times.listingMillis(),
                times.movingMillis(),
                times.verifyingMillis(),
                times.placingMillis(),
                errors.stream()
                        .map(error -> new Failures(error.code().name(), error.files()))
                        .toList(),
                counts.reused(),
                decisions);
    }

    /** The same at the end of the job: what is not final is cancelled with it. */
    public JobReport ended() {
        return new JobReport(
                ended(filesByState),
                ended(bytesByState),
                filesByEvidence,
                bytesMoved,
                bytesResent,
                streams,
                dataSecurity,
                listingMillis,
                movingMillis,
                verifyingMillis,
                placingMillis,
                failures,
                reused,
                decisions);
    }

    private static Map<String, Long> ended(Map<String, Long> byState) {
        Map<String, Long> after = new HashMap<>();
        byState.forEach((state, amount) -> {
            FileState last = FileState.valueOf(state).isFinal() ? FileState.valueOf(state) : FileState.CANCELLED;
            after.merge(last.name(), amount, Long::sum);
        });
        return after;
    }
}
