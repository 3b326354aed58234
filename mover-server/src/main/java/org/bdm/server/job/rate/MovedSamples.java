package org.bdm.server.job.rate;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.history.MovedSample;
import org.bdm.server.catalog.history.Rates;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.job.limit.Moved;
import org.bdm.server.job.limit.MovedAmount;
import org.jspecify.annotations.Nullable;

/** Bytes and files that links and jobs of this process moved and that the catalog does not have yet. Any thread; nothing blocks. */
public final class MovedSamples {
    /** Most links that one step names; all others are one, without a name. */
    static final int LINKS_MAX = 64;

    /** Most steps that wait for the catalog: an hour. */
    static final int STEPS_MAX = 360;

    /** Most steps that are written at once: one change must not fill the queue of the catalog. */
    static final int STEPS_AT_ONCE = 30;

    private static final long STEP_MILLIS = Rates.FINE_SECONDS * 1_000L;

    private final LinkFlows links;
    private final Clock clock;

    // Guarded by this.
    private final NavigableMap<Long, Map<Subject, MovedAmount>> steps = new TreeMap<>();
    private long version;

    private record Subject(@Nullable JobId job, String source) {}

    /**
     * Samples that wait for the catalog.
     *
     * @param version another one when the catalog got some of it
     */
    record Waiting(long version, List<MovedSample> samples) {
        Waiting {
            samples = List.copyOf(samples);
        }
    }

    /** Of sessions of this process. */
    public MovedSamples(LinkFlows links, Clock clock) {
        this.links = links;
        this.clock = clock;
    }

    /** Returns the flows that are sampled. */
    public LinkFlows links() {
        return links;
    }

    /** Takes what moved since the last time, for the step of now; about once a second. */
    public synchronized void sample() {
        List<Moved> moved = links.takeMoved();
        if (moved.isEmpty()) return;
        Map<Subject, MovedAmount> step = steps.computeIfAbsent(stepOf(clock.instant()), first -> new HashMap<>());
        for (Moved some : moved) {
            MovedAmount amount = some.amount();
            if (some.job() != null && some.isWhole())
                step.merge(new Subject(some.job(), ""), amount, MovedAmount::plus);
            if (!some.source().isEmpty()) step.merge(link(step, some.source()), amount, MovedAmount::plus);
        }
        if (steps.size() > STEPS_MAX) {
            var unused = steps.pollFirstEntry();
        }
    }

    private static Subject link(Map<Subject, MovedAmount> step, String source) {
        Subject link = new Subject(null, source);
        if (step.containsKey(link)) return link;
        long links = step.keySet().stream().filter(known -> known.job() == null).count();
        return links < LINKS_MAX ? link : new Subject(null, "");
    }

    private static long stepOf(Instant moment) {
        return Math.floorDiv(moment.toEpochMilli(), STEP_MILLIS) * STEP_MILLIS;
    }

    /** Returns what the catalog does not have yet. */
    synchronized Waiting waiting() {
        return new Waiting(version, before(Long.MAX_VALUE, STEPS_MAX));
    }

    /** Returns what moved in steps that have ended, in the eldest {@value #STEPS_AT_ONCE}. */
    synchronized List<MovedSample> ended() {
        return before(stepOf(clock.instant()), STEPS_AT_ONCE);
    }

    private List<MovedSample> before(long end, int stepsMax) {
        List<MovedSample> samples = new ArrayList<>();
        steps.headMap(end).entrySet().stream()
                .limit(stepsMax)
                .forEach(entry -> entry.getValue()
                        .forEach((subject, amount) -> samples.add(new MovedSample(
                                Instant.ofEpochMilli(entry.getKey()),
                                subject.job(),
                                subject.source(),
                                amount.bytes(),
                                amount.files(),
                                amount.failures()))));
        return samples;
    }

    /** The catalog has these. */
    synchronized void written(List<MovedSample> samples) {
        samples.forEach(sample -> steps.remove(sample.at().toEpochMilli()));
        version++;
    }
}
