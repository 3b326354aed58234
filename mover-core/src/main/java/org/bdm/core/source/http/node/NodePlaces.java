package org.bdm.core.source.http.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The places at one data node: who holds how many, and who waits for one. Its node guards it. */
final class NodePlaces {
    private final Map<NodeUser, Integer> heldBy = new HashMap<>();
    private final Map<NodeUser, Runnable> waiting = new LinkedHashMap<>();
    private int held;

    int held() {
        return held;
    }

    /**
     * True if the user may take one more of these places.
     *
     * @param places that the node bears now
     */
    boolean mayTake(NodeUser user, int places) {
        if (held >= places) return false;
        boolean othersWait = waiting.size() > (waiting.containsKey(user) ? 1 : 0);
        return !othersWait || heldBy.getOrDefault(user, 0) < shareOf(user, places);
    }

    /** By weight, rounded up; but one is left for each that waits and holds none, so that nobody starves. */
    private long shareOf(NodeUser user, int places) {
        Set<NodeUser> users = new HashSet<>(heldBy.keySet());
        users.addAll(waiting.keySet());
        users.add(user);
        long weights = users.stream().mapToLong(NodeUser::weight).sum();
        long share = ((long) places * user.weight() + weights - 1) / weights;
        long without = users.stream()
                .filter(other -> other != user && !heldBy.containsKey(other))
                .count();
        return Math.min(share, Math.max(1, places - without));
    }

    void took(NodeUser user) {
        held++;
        heldBy.merge(user, 1, Integer::sum);
        waiting.remove(user);
    }

    void gaveBack(NodeUser user) {
        held--;
        heldBy.computeIfPresent(user, (key, count) -> count == 1 ? null : count - 1);
    }

    void await(NodeUser user, Runnable task) {
        waiting.put(user, task);
    }

    void forget(NodeUser user) {
        waiting.remove(user);
    }

    /** Those who wait, the longest first. */
    List<Runnable> toWake() {
        return new ArrayList<>(waiting.values());
    }
}
