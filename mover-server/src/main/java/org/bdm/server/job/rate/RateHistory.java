package org.bdm.server.job.rate;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.history.MovedOfJob;
import org.bdm.server.catalog.history.MovedSample;
import org.bdm.server.catalog.history.Rates;

/**
 * Reads what links and jobs moved: what all processes have written, and what this one has not written yet. What another process moved shows
 * within a minute. Any thread that may block.
 */
public final class RateHistory {
    /** Most links that are told apart. */
    public static final int LINKS_MAX = 50;

    private static final int READINGS_MAX = 3;

    private final Rates rates;
    private final MovedSamples own;
    private final Clock clock;

    /** Of one catalog. */
    public RateHistory(Catalog catalog, MovedSamples own, Clock clock) {
        this.rates = catalog.rates();
        this.own = own;
        this.clock = clock;
    }

    /** Returns what links moved from the step of {@code since} on, before {@code until}; nothing before what is kept. */
    public LinkRates ofLinks(Instant since, Instant until) {
        RateSteps steps = RateSteps.of(since, until, clock.instant());
        int stored = steps.storedSeconds();
        int shown = steps.shownSeconds();
        return together(waiting -> {
            List<String> named = rates.busiest(stored, steps.since(), until, LINKS_MAX);
            List<MovedSample> moved = new ArrayList<>(rates.ofLinks(stored, shown, steps.since(), until, named));
            Set<String> shownApart = new HashSet<>(named);
            for (MovedSample sample : waiting) {
                if (sample.job() != null
                        || sample.at().isBefore(steps.since())
                        || !sample.at().isBefore(until)) continue;
                if (!sample.source().isEmpty() && shownApart.size() < LINKS_MAX) shownApart.add(sample.source());
                moved.add(shownApart.contains(sample.source()) ? sample : sample.ofRest());
            }
            return new LinkRates(steps.since(), shown, byLink(moved, shown));
        });
    }

    private static List<LinkRates.OfLink> byLink(List<MovedSample> moved, int stepSeconds) {
        Map<String, TreeMap<Instant, MovedSample>> bySource = new HashMap<>();
        for (MovedSample sample : moved) {
            MovedSample in = sample.in(stepSeconds);
            bySource.computeIfAbsent(in.source(), first -> new TreeMap<>()).merge(in.at(), in, MovedSample::plus);
        }
        List<LinkRates.OfLink> links = new ArrayList<>();
        bySource.forEach((source, steps) -> links.add(new LinkRates.OfLink(
                source,
                steps.values().stream().mapToLong(MovedSample::bytes).sum(),
                steps.values().stream().mapToLong(MovedSample::files).sum(),
                steps.values().stream().mapToLong(MovedSample::failures).sum(),
                List.copyOf(steps.values()))));
        links.sort(Comparator.comparing((LinkRates.OfLink link) -> link.source().isEmpty())
                .thenComparing(Comparator.comparingLong(LinkRates.OfLink::bytes).reversed())
                .thenComparing(LinkRates.OfLink::source));
        return links;
    }

    /** Returns what a job moved, as far as it is kept: at most 500 steps for each node that works on it. */
    public MovedOfJob ofJob(JobId job) {
        return together(waiting -> {
            MovedOfJob written = rates.ofJob(job);
            TreeMap<Instant, MovedSample> steps = new TreeMap<>();
            List<MovedSample> all = new ArrayList<>(written.samples());
            waiting.stream().filter(sample -> job.equals(sample.job())).forEach(all::add);
            for (MovedSample sample : all) {
                MovedSample in = sample.in(written.stepSeconds());
                steps.merge(in.at(), in, MovedSample::plus);
            }
            return new MovedOfJob(written.stepSeconds(), List.copyOf(steps.values()));
        });
    }

    /** Reads again if what waited is written meanwhile: it would be there twice. */
    private <T> T together(Function<List<MovedSample>, T> reading) {
        own.sample();
        MovedSamples.Waiting waiting = own.waiting();
        T read = reading.apply(waiting.samples());
        for (int i = 1; i < READINGS_MAX && own.waiting().version() != waiting.version(); i++) {
            waiting = own.waiting();
            read = reading.apply(waiting.samples());
        }
        return read;
    }
}
