package org.bdm.server.catalog.job;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.bdm.core.id.JobId;

/**
 * The order in which jobs get places, fair between their owners: highest priority first, then the owner who has the fewest places, then the
 * owner whose last turn is longest ago, then the oldest job. Pure.
 */
public final class OwnerTurns {
    /** A job keeps its place for so long at least, however few places others have. */
    static final Duration KEEPS_PLACE = Duration.ofSeconds(30);
    /** After so long it leaves its place to an owner who has fewer, even if that only exchanges the two. */
    static final Duration TURN = Duration.ofMinutes(5);

    private final Map<String, Integer> places;
    private final Map<String, Long> lastTurns;

    /**
     * A job that could use a place.
     *
     * @param priority 1 to 5; 5 goes first
     */
    public record Waiting(JobId job, String owner, int priority) {}

    /**
     * A job that has a place here.
     *
     * @param worked since when it has it
     */
    public record Working(JobId job, String owner, int priority, Duration worked) {}

    /**
     * With the places of each owner.
     *
     * @param lastTurns grows with each place that an owner got; an owner who is not there comes first
     */
    public OwnerTurns(Map<String, Integer> places, Map<String, Long> lastTurns) {
        this.places = new HashMap<>(places);
        this.lastTurns = Map.copyOf(lastTurns);
    }

    /** Returns the job that gets the next place; empty if none waits. */
    public Optional<Waiting> next(Collection<Waiting> waiting) {
        return waiting.stream().min(order());
    }

    /** Counts a place that this owner got. */
    public void took(String owner) {
        places.merge(owner, 1, Integer::sum);
    }

    /** Returns the number of places that the owner has. */
    public int placesOf(String owner) {
        return places.getOrDefault(owner, 0);
    }

    private Comparator<Waiting> order() {
        return Comparator.comparingInt((Waiting job) -> -job.priority())
                .thenComparingInt(job -> placesOf(job.owner()))
                .thenComparingLong(job -> lastTurns.getOrDefault(job.owner(), 0L))
                .thenComparingLong(job -> job.job().number());
    }

    /**
     * Returns the job that leaves its place, where none is free, to one that waits: one of the owner who has the most places, never to a job of
     * lower priority or of the same owner. Empty if the division is fair, or the job has its place for less than {@link #KEEPS_PLACE}.
     *
     * @param isReady true of a job that would use a place at once; asked only where it decides
     */
    public Optional<JobId> leaves(Collection<Waiting> waiting, List<Working> working, Predicate<JobId> isReady) {
        for (Waiting next : waiting.stream().sorted(order()).toList()) {
            Optional<JobId> found = working.stream()
                    .filter(work -> isOverShare(work, next))
                    .min(Comparator.comparingInt((Working work) -> -placesOf(work.owner()))
                            .thenComparingInt(Working::priority)
                            .thenComparing(Working::worked, Comparator.reverseOrder()))
                    .map(Working::job);
            if (found.isPresent() && isReady.test(next.job())) return found;
        }
        return Optional.empty();
    }

    private boolean isOverShare(Working work, Waiting next) {
        if (work.owner().equals(next.owner()) || work.priority() > next.priority()) return false;
        int more = placesOf(work.owner()) - placesOf(next.owner());
        return (more >= 2 && work.worked().compareTo(KEEPS_PLACE) >= 0)
                || (more == 1 && work.worked().compareTo(TURN) >= 0);
    }
}
