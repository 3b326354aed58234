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
    private static final String UNRETRIED = JobRows.SELECT + " WHERE j.state IN (?, ?) AND j.files_removed_at IS NULL"
            + " AND NOT EXISTS (SELECT 1 FROM job n WHERE n.retry_of = j.job_no AND n.state <> ?)";

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
                JobRows::job,
                arguments.toArray()));
    }

    /** Returns the job if it is one of them. */
    public Optional<Job> unretried(JobId job) {
        List<@Nullable Object> arguments = arguments();
        arguments.add(job.number());
        return parts.read(sql -> sql.one(UNRETRIED + " AND j.job_no = ?", JobRows::job, arguments.toArray()));
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
