package org.bdm.server.api.job;

import org.bdm.server.api.http.ApiSettings;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.job.progress.Explanation;
import org.bdm.server.job.progress.Explanations;
import org.bdm.server.job.progress.LiveJob;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.job.progress.PlaceWaits;

/** Finds the one reason that is shown of a job: the catalog is a demo, no data node is up, no place is free, or what the job itself says. */
public final class StandingReasons {
    private final Catalog catalog;
    private final LiveJobs live;
    private final DataNodeWaits nodes;
    private final ApiSettings settings;

    StandingReasons(Catalog catalog, LiveJobs live, DataNodeWaits nodes, ApiSettings settings) {
        this.catalog = catalog;
        this.live = live;
        this.nodes = nodes;
        this.settings = settings;
    }

    Explanation of(Job job, JobCounts counts, LiveJob running) {
        if (settings.isDemo() && job.state() == JobState.QUEUED && !job.isCancelling()) return inDemo(job);
        return nodes.of(job, running)
                .or(() -> PlaceWaits.of(job, counts, live, catalog.jobs()))
                .orElseGet(() -> Explanations.of(job, counts, running));
    }

    private static Explanation inDemo(Job job) {
        return new Explanation(
                "DEMO_DATA",
                "This is a demo catalog; nothing is transferred.",
                job.createdAt(),
                "It stays QUEUED. Submit it to a server that was started without --demo-data.",
                null);
    }
}
