package org.bdm.server.job.schedule;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.Jobs;
import org.bdm.server.catalog.job.OwnerTurns;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Divides the places of one kind of work on this node among owners: who is next, and which work leaves its place. Remembers when owners had
 * their turns, and since when work runs; lost with the process. Scheduler thread only; reads the catalog.
 */
public final class PlaceTurns {
    private static final Logger LOG = LoggerFactory.getLogger(PlaceTurns.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);
    private static final int OWNERS_MAX = 10_000;

    private final Jobs jobs;
    private final Clock clock;
    private final Map<JobId, Instant> begun = new HashMap<>();
    private final Map<String, Long> lastTurns = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > OWNERS_MAX;
        }
    };
    private long turns;
    private Instant nextLook = Instant.EPOCH;
    private @Nullable RunningWork leaving;

    public PlaceTurns(Jobs jobs, Clock clock) {
        this.jobs = jobs;
        this.clock = clock;
    }

    /** Sees the work that has a place here; at each look, so that it is known since when. */
    public void see(List<RunningWork> running) {
        Set<JobId> here = running.stream().map(RunningWork::job).collect(Collectors.toSet());
        begun.keySet().retainAll(here);
        here.forEach(job -> begun.putIfAbsent(job, clock.instant()));
    }

    /**
     * Returns the order in which owners get places now.
     *
     * @param running work that has a place here
     * @param elsewhere jobs that have places at other nodes, with their number
     */
    public OwnerTurns order(List<RunningWork> running, Map<JobId, Integer> elsewhere) {
        Map<JobId, Integer> taken = new HashMap<>(elsewhere);
        running.forEach(work -> taken.merge(work.job(), 1, Integer::sum));
        Map<String, Integer> places = new HashMap<>();
        jobs.ownersOf(taken.keySet())
                .forEach((job, owner) -> places.merge(owner, taken.getOrDefault(job, 0), Integer::sum));
        return new OwnerTurns(places, lastTurns);
    }

    /** An owner got a place. */
    public void took(String owner) {
        lastTurns.put(owner, ++turns);
    }

    /**
     * With every place taken: lets one work leave if its owner has more than the share. Looks every two seconds at most, and lets one leave
     * after the other.
     *
     * @param waiting jobs that have no place here
     * @param isReady true of one that would use a place at once
     */
    public void share(
            List<RunningWork> running,
            Map<JobId, Integer> elsewhere,
            Supplier<? extends Collection<OwnerTurns.Waiting>> waiting,
            Predicate<JobId> isReady) {
        Instant now = clock.instant();
        boolean isOneLeaving = leaving != null && running.contains(leaving);
        if (isOneLeaving || now.isBefore(nextLook)) return;
        nextLook = now.plus(LOOK_EVERY);
        leaving = null;
        List<OwnerTurns.Working> working = working(running, now);
        Optional<JobId> leaves = order(running, elsewhere).leaves(waiting.get(), working, isReady);
        if (leaves.isEmpty()) return;
        for (RunningWork work : running) {
            if (!work.job().equals(leaves.get())) continue;
            LOG.info("{} leaves its place to a job of another owner, who has fewer", work.job());
            leaving = work;
            work.leave();
        }
    }

    private List<OwnerTurns.Working> working(List<RunningWork> running, Instant now) {
        List<OwnerTurns.Working> working = new ArrayList<>();
        for (RunningWork work : running) {
            Optional<Job> job = jobs.find(work.job());
            if (job.isEmpty()) continue;
            working.add(new OwnerTurns.Working(
                    work.job(),
                    job.get().request().owner(),
                    job.get().request().priority(),
                    Duration.between(begun.getOrDefault(work.job(), now), now)));
        }
        return working;
    }
}
