package org.bdm.server.job.submit;

import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;

/** Submits jobs whose messages name no files: repairs and measurements. Any thread that may block. */
public final class JobsWithoutItems {
    private final RepairJobs repairs;
    private final BenchJobs benches;

    JobsWithoutItems(RepairJobs repairs, BenchJobs benches) {
        this.repairs = repairs;
        this.benches = benches;
    }

    /** Keeps a job of these kinds; empty for one of another kind. */
    Optional<JobId> submit(SubmitJob job, @Nullable String key, Checksum bodySha256, String owner) {
        if (RepairJobs.isRepair(job)) return Optional.of(repairs.submit(job, key, bodySha256, owner));
        if (BenchJobs.isBench(job)) return Optional.of(benches.submit(job, key, bodySha256, owner));
        return Optional.empty();
    }
}
