package org.bdm.server.job.progress;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
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
        live.others(catalog.jobProgress().ofOthers(LONGEST_AGO).stream()
                .collect(Collectors.groupingBy(
                        NodeProgress::job, Collectors.mapping(ProgressExchange::of, Collectors.toList()))));
    }

    private static NodeProgress of(JobId job, NodeWork running) {
        LiveJob work = running.work();
        return new NodeProgress(
                running.node(),
                job,
                work.filesActive(),
                work.filesVerifying(),
                work.bytesPerSecond(),
                work.filesPerSecond(),
                work.streams(),
                work.bytes(),
                work.limitedBy(),
                work.limit(),
                running.stages(),
                running.files());
    }

    private static NodeWork of(NodeProgress told) {
        LiveJob work = new LiveJob(
                told.filesActive(),
                told.filesVerifying(),
                told.bytesPerSecond(),
                told.filesPerSecond(),
                told.streams(),
                told.bytes(),
                told.limitedBy(),
                told.limit());
        return new NodeWork(told.node(), work, told.stages(), told.files());
    }
}
