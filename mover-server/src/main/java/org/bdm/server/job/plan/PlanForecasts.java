package org.bdm.server.job.plan;

import java.time.Clock;
import org.bdm.core.transfer.TransferOptions.VerifyMode;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.job.estimate.KnownHistory;
import org.bdm.server.job.estimate.KnownLimits;
import org.bdm.server.job.progress.LiveJobs;

/** Begins the estimates of plans. Any thread. */
public final class PlanForecasts {
    private final Catalog catalog;
    private final KnownHistory history;
    private final KnownLimits limits;
    private final OtherJobs others;

    /** With the history of this catalog. */
    public PlanForecasts(Catalog catalog, LiveJobs live, Clock clock) {
        this.catalog = catalog;
        this.history = new KnownHistory(catalog.transferHistory(), clock);
        this.limits = new KnownLimits(catalog.limits(), clock);
        this.others = new OtherJobs(catalog, live);
    }

    /** The work of one plan. */
    public PlannedWork of(JobRequest request) {
        boolean readsBack = request.settings().verify() == VerifyMode.READBACK;
        PlannedWork.Options options = new PlannedWork.Options(readsBack, limits.bytesPerSecond(request));
        return new PlannedWork(history, others, catalog.nodeHistories(), options);
    }
}
