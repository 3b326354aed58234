package org.bdm.server.job.progress;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.Jobs;

/** Finds jobs that have files ready and no place to move them, and names who has the places. Any thread; reads the catalog. */
public final class PlaceWaits {
    private static final int OWNERS_SHOWN_MAX = 5;

    private PlaceWaits() {}

    /** Explains that the job waits for a place; empty if it has one, or does not wait for one. */
    public static Optional<Explanation> of(Job job, JobCounts counts, LiveJobs live, Jobs jobs) {
        if (job.state() != JobState.ACTIVE || !job.mayRun() || job.reason() != null) return Optional.empty();
        Map<JobId, Integer> taken = live.placesTaken();
        boolean isWaiting = live.isFull() && counts.in(FileState.PENDING).files() > 0 && !taken.containsKey(job.id());
        if (!isWaiting || taken.isEmpty()) return Optional.empty();
        Map<String, Integer> byOwner = new HashMap<>();
        jobs.ownersOf(taken.keySet())
                .forEach((other, owner) -> byOwner.merge(owner, taken.getOrDefault(other, 0), Integer::sum));
        return Optional.of(new Explanation(
                "WAITS_FOR_PLACE",
                sentence(job.request().owner(), byOwner),
                job.startedAt() == null ? job.createdAt() : job.startedAt(),
                "A free place goes to the highest priority, then to the owner who has the fewest. An owner who has at least two"
                        + " more than another gives one up.",
                null));
    }

    /** Pure. */
    static String sentence(String owner, Map<String, Integer> byOwner) {
        List<String> others = byOwner.keySet().stream()
                .filter(other -> !other.equals(owner))
                .sorted(Comparator.comparing((String other) -> -byOwner.getOrDefault(other, 0))
                        .thenComparing(other -> other))
                .toList();
        int all = byOwner.values().stream().mapToInt(Integer::intValue).sum();
        String shown = others.stream()
                .limit(OWNERS_SHOWN_MAX)
                .map(other -> other + " has " + byOwner.get(other))
                .collect(Collectors.joining(", "));
        int more = others.size() - OWNERS_SHOWN_MAX;
        if (more > 0) shown += ", " + more + (more == 1 ? " more owner has some" : " more owners have some");
        return "It waits for a place: of " + all + (all == 1 ? " place" : " places") + " in use "
                + (shown.isEmpty() ? "" : shown + ", and ") + owner + ", its owner, has "
                + byOwner.getOrDefault(owner, 0) + ".";
    }
}
