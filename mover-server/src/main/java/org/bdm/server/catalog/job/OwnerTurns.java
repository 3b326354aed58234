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
 * owner whose last turn is longest ago, then the oldest job. All that a paired site passed on is one owner's, whatever names it gives to its
 * people. Pure.
 */
public final class OwnerTurns {
    /** A job keeps its place for so long at least, however few places others have. */
    static final Duration KEEPS_PLACE = Duration.ofSeconds(30);
    /** After so long it leaves its place to an owner who has fewer, even if that only exchanges the two. */
    static final Duration TURN = Duration.ofMinutes(5);

    /** Owner of a job as far as it takes turns, in SQL of table {@code TABLE}; as {@link #sharer}. */
    private static final String SHARER = "CASE WHEN TABLE.owner LIKE '" + SiteOwner.BEGINNING
            + "%/%' THEN SUBSTRING(TABLE.owner FROM 1 FOR POSITION('/' IN TABLE.owner))"
            + " ELSE TABLE.owner END";

    private final Map<String, Integer> places;
    private final Map<String, Long> lastTurns;

    /**
     * A job that could use a place.
     *
     * @param priority 1 to 5; 5 goes first
     */
    public record Waiting(JobId job, String owner, int priority) {}

    /** The owner as far as it takes turns: the site, for what people of a paired site submitted. */
    static String sharer(String owner) {
        int slash = SiteOwner.isOne(owner) ? owner.indexOf('/') : -1;
        return slash < 0 ? owner : owner.substring(0, slash + 1);
    }

    /** As {@link #sharer}, of the column {@code owner} of this table. */
    public static String sharerOf(String table) {
        return SHARER.replace("TABLE", table);
    }

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
        this.places = new HashMap<>();
        places.forEach((owner, number) -> this.places.merge(sharer(owner), number, Integer::sum));
        this.lastTurns = new HashMap<>();
        lastTurns.forEach((owner, turn) -> this.lastTurns.merge(sharer(owner), turn, Math::max));
    }

    /** Returns the job that gets the next place; empty if none waits. */
    public Optional<Waiting> next(Collection<Waiting> waiting) {
        return waiting.stream().min(order());
    }

    /** Counts a place that this owner got. */
    public void took(String owner) {
        places.merge(sharer(owner), 1, Integer::sum);
    }

    /** Returns the number of places that the owner has. */
    public int placesOf(String owner) {
        return places.getOrDefault(sharer(owner), 0);
    }

    private Comparator<Waiting> order() {
        return Comparator.comparingInt((Waiting job) -> -job.priority())
                .thenComparingInt(job -> placesOf(job.owner()))
                .thenComparingLong(job -> lastTurns.getOrDefault(sharer(job.owner()), 0L))
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
        if (sharer(work.owner()).equals(sharer(next.owner())) || work.priority() > next.priority()) return false;
        int more = placesOf(work.owner()) - placesOf(next.owner());
        return (more >= 2 && work.worked().compareTo(KEEPS_PLACE) >= 0)
                || (more == 1 && work.worked().compareTo(TURN) >= 0);
    }
}
