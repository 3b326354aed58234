package org.bdm.server.api.job;

import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.job.progress.Explanation;
import org.bdm.server.job.progress.Explanations;
import org.bdm.server.job.progress.LiveJob;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.job.progress.PlaceWaits;

/** Finds the one reason that is shown of a job: no data node is up, no place is free, or what the job itself says. */
public final class StandingReasons {
    private final Catalog catalog;
    private final LiveJobs live;
    private final DataNodeWaits nodes;

    StandingReasons(Catalog catalog, LiveJobs live, DataNodeWaits nodes) {
        this.catalog = catalog;
        this.live = live;
        this.nodes = nodes;
    }

    Explanation of(Job job, JobCounts counts, LiveJob running) {
        return nodes.of(job, running)
                .or(() -> PlaceWaits.of(job, counts, live, catalog.jobs()))
                .orElseGet(() -> Explanations.of(job, counts, running));
    }
}
