package org.bdm.server.job.progress;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.fetch.BytesUnderWay;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.NodeProgress;

/** Tells the other nodes what this one does for each job, and hears it from them. One thread; may block. */
public final class ProgressExchange {
    private static final Duration LONGEST_AGO = Duration.ofSeconds(10);

    private final Catalog catalog;
    private final LiveJobs live;
    private boolean hasTold;

    /** With the jobs that run here. */
    public ProgressExchange(Catalog catalog, LiveJobs live) {
        this.catalog = catalog;
        this.live = live;
    }

    /** Once every few seconds. */
    public void pass() {
        List<NodeProgress> own = live.own().entrySet().stream()
                .map(running -> of(running.getKey(), running.getValue()))
                .toList();
        if (!own.isEmpty() || hasTold) catalog.jobProgress().tell(own);
        hasTold = !own.isEmpty();
        Map<JobId, LiveJob> others = new HashMap<>();
        Map<JobId, Integer> nodes = new HashMap<>();
        for (NodeProgress progress : catalog.jobProgress().ofOthers(LONGEST_AGO)) {
            others.merge(progress.job(), of(progress), LiveJob::plus);
            nodes.merge(progress.job(), 1, Integer::sum);
        }
        live.others(others, nodes);
    }

    private static NodeProgress of(JobId job, LiveJob running) {
        return new NodeProgress(
                job,
                running.filesActive(),
                running.filesVerifying(),
                running.bytesPerSecond(),
                running.filesPerSecond(),
                running.streams(),
                running.bytes().moved(),
                running.bytes().durable(),
                running.limitedBy());
    }

    private static LiveJob of(NodeProgress told) {
        return new LiveJob(
                told.filesActive(),
                told.filesVerifying(),
                told.bytesPerSecond(),
                told.filesPerSecond(),
                told.streams(),
                new BytesUnderWay(told.bytesMoved(), told.bytesDurable()),
                told.limitedBy());
    }
}
