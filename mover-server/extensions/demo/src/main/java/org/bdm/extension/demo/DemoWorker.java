package org.bdm.extension.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.site.Maintenance;
import org.bdm.server.catalog.site.Site;
import org.bdm.server.demo.DemoData.Life;
import org.bdm.server.demo.DemoData.Parts;
import org.bdm.server.job.schedule.RunningWork;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands in for the transfers: jobs that are ACTIVE advance file by file in the catalog, slowly, and no byte of a file is read or written
 * anywhere. They are paused, resumed and cancelled as real ones. Also keeps the other nodes of the site alive. Jobs that are QUEUED stay so.
 */
final class DemoWorker implements Life {
    private static final Logger LOG = LoggerFactory.getLogger(DemoWorker.class);
    private static final int JOBS_MAX = 50;
    private static final long STEP_MILLIS = 1_000;
    private static final Duration NODES_EVERY = Duration.ofSeconds(5);

    private final Parts parts;
    private final ScheduledExecutorService steps = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "demo");
        made.setDaemon(true);
        return made;
    });

    /** Begins to keep nodes and sites alive. */
    DemoWorker(Parts parts) {
        this.parts = parts;
        parts.live().hasPlaces(JOBS_MAX);
        var unused = every(NODES_EVERY.toMillis(), this::showLife);
    }

    /** Nodes live, and sites answer but for the one that is in maintenance. */
    private void showLife() {
        parts.catalog().nodes().seen(DemoSites.NODES);
        Set<String> away = parts
                .catalog()
                .placeRules()
                .maintenance(parts.clock().instant())
                .stream()
                .filter(entry -> entry.isAt(parts.clock().instant()))
                .map(Maintenance::site)
                .collect(Collectors.toSet());
        for (Site site : parts.catalog().sites().all()) {
            if (away.contains(site.name().value())) parts.contacts().missed(site.name());
            else parts.contacts().seen(site.name());
        }
    }

    @Override
    public List<RunningWork> start(List<RunningWork> running, Runnable wake) {
        List<RunningWork> begun = new ArrayList<>();
        for (Job job : parts.catalog().jobs().inOrder(Set.of(JobState.ACTIVE), JOBS_MAX)) {
            boolean isRunning = running.stream().anyMatch(work -> work.job().equals(job.id()));
            if (!isRunning && job.mayRun()) begun.add(begin(job));
        }
        return begun;
    }

    private DemoWork begin(Job job) {
        DemoWork work = new DemoWork(parts, job);
        parts.live().began(job.id(), work);
        var step = every(STEP_MILLIS, work::step);
        var unused = work.ended().thenRun(() -> {
            step.cancel(false);
            parts.live().ended(job.id(), work.unfinished());
        });
        return work;
    }

    private ScheduledFuture<?> every(long millis, Runnable step) {
        return steps.scheduleWithFixedDelay(() -> guarded(step), 0, millis, TimeUnit.MILLISECONDS);
    }

    /** The next step is due all the same. */
    private static void guarded(Runnable step) {
        try {
            step.run();
        } catch (MoverException e) {
            LOG.debug("a step of the demo data was not made: {}", e.sentence());
        }
    }

    @Override
    public void close() {
        steps.shutdownNow();
    }
}
