package org.bdm.server.job.plan;

import java.util.Set;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.id.ExportName;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.job.progress.LiveJobs;

/** The files and bytes that jobs have still to write into an export. Blocks. */
record OtherJobs(Catalog catalog, LiveJobs live) {
    private static final int JOBS_MAX = 1_000;
    private static final Set<JobState> OPEN =
            Set.of(JobState.QUEUED, JobState.PLANNING, JobState.ACTIVE, JobState.PAUSED);

    /** As far as they are listed; a job of several exports counts with all of its files. */
    Amount open(ExportName export) {
        Amount sum = Amount.NONE;
        for (Job job : catalog.jobs().inOrder(OPEN, JOBS_MAX)) {
            String destination = job.request().destination();
            if (destination != null && !Endpoint.parse(destination).export().equals(export)) continue;
            JobCounts counts = catalog.jobs().counts(job.id());
            long open = counts.in(FileState.PENDING).bytes()
                    + counts.in(FileState.WAITING).bytes();
            long written = live.of(job.id()).bytes().durable();
            sum = new Amount(sum.files() + counts.open(), ByteTotal.plus(sum.bytes(), Math.max(0, open - written)));
        }
        return sum;
    }
}
