package org.bdm.server.job.progress;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.job.schedule.WorkTimes;
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

    /** Returns the report to keep if the job ends at this moment with files open; UNKNOWN_JOB. */
    public String jsonIfEndedNow(JobId id) {
        Job job = catalog.jobs()
                .find(id)
                .orElseThrow(() -> new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + id));
        return json.writeValueAsString(now(job).ended());
    }

    private JobReport now(Job job) {
        WorkTimes times = WorkTimes.of(catalog, job.id());
        WorkTimes now = new WorkTimes(0, 0, 0, 0, live.of(job.id()).streams());
        JobCounts counts = catalog.jobs().counts(job.id());
        return JobReport.of(
                job,
                counts,
                catalog.jobs().errors(job.id()),
                times.plus(now),
                catalog.decisions().made(job.id()));
    }
}
