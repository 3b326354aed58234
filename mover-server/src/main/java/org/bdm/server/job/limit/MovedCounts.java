package org.bdm.server.job.limit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.id.JobId;

/** Counts what flows moved since somebody looked, those that have ended too. {@link LinkFlows} guards it. */
final class MovedCounts {
    /** Most kinds that wait for a look; more are not counted. */
    private static final int KINDS_MAX = 10_000;

    private final Map<LinkFlow.Use, MovedAmount> waiting = new HashMap<>();

    /** Of counters that count on when their flow has ended: where the next flow begins. */
    private final Map<LinkFlow.Use, Long> sharedCounters = new HashMap<>();

    /** Returns the byte from which on a flow counts. */
    long first(LinkFlow.Use use) {
        return sharedCounters.getOrDefault(use, 0L);
    }

    void ended(LinkFlow flow) {
        took(flow);
        if (flow.use().job() == null && sharedCounters.size() < KINDS_MAX) {
            sharedCounters.put(flow.use(), flow.counted());
        }
    }

    private void took(LinkFlow flow) {
        long bytes = flow.takeMoved();
        if (bytes > 0) add(flow.use(), new MovedAmount(bytes, 0, 0));
    }

    void finished(JobId job, String source, long files, long failures) {
        MovedAmount amount = new MovedAmount(0, files, failures);
        if (files > 0) add(new LinkFlow.Use(job, "", "", true), amount);
        if (!source.isEmpty()) add(LinkFlow.Use.place(job, source), amount);
    }

    private void add(LinkFlow.Use use, MovedAmount amount) {
        if (waiting.size() < KINDS_MAX || waiting.containsKey(use)) waiting.merge(use, amount, MovedAmount::plus);
    }

    List<Moved> take(Collection<LinkFlow> flows) {
        flows.forEach(this::took);
        List<Moved> taken = new ArrayList<>();
        waiting.forEach((use, amount) -> taken.add(new Moved(use.job(), use.source(), use.isWhole(), amount)));
        waiting.clear();
        return taken;
    }
}
