package org.bdm.server.catalog.job;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Jobs that ended PARTIAL or FAILED, whose rows are there, and that no other job retries. Reads only; any thread that may block. */
public final class FailedJobs {
    /** COMPLETE and STOPPED, as a standing query keeps them. */
    private static final String FINISHED = "7, 9";

    private static final String UNRETRIED = JobRows.SELECT + " WHERE j.state IN (?, ?) AND j.files_removed_at IS NULL"
            + " AND NOT EXISTS (SELECT 1 FROM job n WHERE n.retry_of = j.job_no AND n.state <> ?)"
            + " AND (NOT EXISTS (SELECT 1 FROM subscription_job s WHERE s.job_no = j.job_no)"
            + " OR EXISTS (SELECT 1 FROM subscription_dataset d WHERE d.job_no = j.job_no AND d.state NOT IN ("
            + FINISHED + ")))";

    private static final int RETRIES_MAX = 100;

    private final CatalogParts parts;

    public FailedJobs(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * Returns such jobs, newest first.
     *
     * @param owner only of this owner; null for all
     * @param rowsMax 1 to 10,000
     */
    public List<Job> unretried(@Nullable String owner, int rowsMax) {
        List<@Nullable Object> arguments = arguments();
        if (owner != null) arguments.add(owner);
        arguments.add(CatalogParts.checkedRows(rowsMax));
        return parts.read(sql -> sql.list(
                UNRETRIED + (owner == null ? "" : " AND j.owner = ?") + " ORDER BY j.job_no DESC LIMIT ?",
                JobRows.JOB,
                arguments.toArray()));
    }

    /** Returns the job if it is one of them. */
    public Optional<Job> unretried(JobId job) {
        List<@Nullable Object> arguments = arguments();
        arguments.add(job.number());
        return parts.read(sql -> sql.one(UNRETRIED + " AND j.job_no = ?", JobRows.JOB, arguments.toArray()));
    }

    /** Returns the job that retries this one, or the one that retries that, and so on; the job itself if none does. */
    public JobId lastRetry(JobId job) {
        return parts.read(sql -> {
            JobId last = job;
            for (int i = 0; i < RETRIES_MAX; i++) {
                Optional<JobId> next = sql.one(
                        "SELECT MAX(job_no) AS job_no FROM job WHERE retry_of = ? AND state <> ? HAVING MAX(job_no) IS NOT NULL",
                        (row, at) -> new JobId(row.getLong(1)),
                        last.number(),
                        JobState.RECEIVING.code());
                if (next.isEmpty()) return last;
                last = next.get();
            }
            return last;
        });
    }

    private static List<@Nullable Object> arguments() {
        return new ArrayList<>(List.of(JobState.PARTIAL.code(), JobState.FAILED.code(), JobState.RECEIVING.code()));
    }

    /** Returns the errors of FAILED files of each of these jobs, most frequent first; a job without any is left out. */
    public Map<JobId, List<JobError>> errors(List<JobId> jobs) {
        Map<JobId, List<JobError>> byJob = new HashMap<>();
        for (List<JobId> part : Statements.parts(jobs)) {
            parts.read(sql -> sql.list(
                            "SELECT job_no, error_code, SUM(files) AS files FROM job_error WHERE job_no IN ("
                                    + Statements.marks(part.size())
                                    + ") GROUP BY job_no, error_code HAVING SUM(files) > 0"
                                    + " ORDER BY job_no, error_code",
                            (row, at) -> Map.entry(
                                    new JobId(row.getLong(1)),
                                    new JobError(JobRows.errorCode(row.getInt(2)), row.getLong(3))),
                            part.stream().map(JobId::number).toArray()))
                    .forEach(error -> byJob.computeIfAbsent(error.getKey(), key -> new ArrayList<>())
                            .add(error.getValue()));
        }
        byJob.values()
                .forEach(errors ->
                        errors.sort(Comparator.comparingLong(JobError::files).reversed()));
        return byJob;
    }
}
