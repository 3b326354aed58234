package org.bdm.server.api.job;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.job.progress.Explanation;
import org.bdm.server.job.progress.LiveJob;
import org.bdm.server.site.access.SiteNodes;

/** Finds jobs that nothing can work on because all data nodes with their exports are away. */
public final class DataNodeWaits {
    private static final Set<JobState> NEEDS_NODE = Set.of(JobState.QUEUED, JobState.PLANNING, JobState.ACTIVE);

    private final Catalog catalog;
    private final SiteNodes nodes;

    DataNodeWaits(Catalog catalog, SiteNodes nodes) {
        this.catalog = catalog;
        this.nodes = nodes;
    }

    /** Explains why the job waits for a data node; empty if it does not. */
    Optional<Explanation> of(Job job, LiveJob running) {
        boolean isIdle = running.filesActive() == 0 && running.filesVerifying() == 0;
        if (!isIdle || job.isCancelling() || !NEEDS_NODE.contains(job.state())) return Optional.empty();
        List<String> exports = catalog.jobs().exportsOf(job.id());
        if (nodes.hasDataNodeFor(exports)) return Optional.empty();
        return Optional.of(new Explanation(
                "NO_DATA_NODE",
                "No data node that has " + named(exports) + " is up, or all of them drain.",
                job.startedAt() == null ? job.createdAt() : job.startedAt(),
                "It continues by itself as soon as one is up; see 'bdm-client node list'.",
                null));
    }

    private static String named(List<String> exports) {
        return exports.size() == 1
                ? "export '" + exports.get(0) + "'"
                : "the exports '" + String.join("', '", exports) + "'";
    }
}
