package org.bdm.core.source.http;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.replica.CopyRanking;
import org.bdm.core.replica.CopyRanking.Candidate;
import org.bdm.core.source.http.node.DataNode;
import org.bdm.core.source.http.node.NodeUser;
import org.jspecify.annotations.Nullable;

/** Which copy of a file is asked now. Belongs to the source's event loop. */
final class CopyChoice {
    private static final long WAITED_FOR_NANOS_MAX = 60_000_000_000L; // a node that pauses longer is as good as down

    private final NodeUser holder;
    private final Runnable wake;
    private final Set<DataNode> full = new HashSet<>();
    private final Set<DataNode> waitedFor = new HashSet<>();

    /**
     * A choice for one source.
     *
     * @param holder what the places at the nodes are taken for
     * @param wake called on any thread when a place may have become free
     */
    CopyChoice(NodeUser holder, Runnable wake) {
        this.holder = holder;
        this.wake = wake;
    }

    /** A round of questions begins: nodes that were full may have room again. */
    void beginRound() {
        full.clear();
    }

    /** True when each node that has the file was full in this round; the file can then be skipped. */
    boolean isFull(HttpFile file) {
        return full.containsAll(file.nodes());
    }

    /** True when no copy is worth waiting for. */
    static boolean isHopeless(HttpFile file, long now) {
        return usable(file, now).isEmpty();
    }

    /** A copy with a place at its node, which is taken; null if the file has to wait. */
    @Nullable HttpCopy take(HttpFile file, long now) {
        if (isFull(file) || (file.comesWhole() && !file.running().isEmpty())) return null;
        List<HttpCopy> usable = usable(file, now);
        List<Candidate> candidates = new ArrayList<>(usable.size());
        Map<Candidate, HttpCopy> byCandidate = new IdentityHashMap<>();
        for (HttpCopy copy : usable) {
            if (!copy.isReady(now) || (copy.isWholeOnly() && file.hasStream())) continue;
            Candidate candidate = copy.candidate();
            candidates.add(candidate);
            byCandidate.put(candidate, copy);
        }
        List<Candidate> ranked = CopyRanking.bestFirst(candidates);
        for (Candidate candidate : ranked) {
            HttpCopy copy = byCandidate.get(candidate);
            if (copy == null || !CopyRanking.mayStandIn(ranked.get(0), candidate)) continue;
            if (copy.node().take(holder)) {
                waitedFor.remove(copy.node());
                return copy;
            }
            full.add(copy.node());
            if (waitedFor.add(copy.node())) copy.node().whenFree(holder, wake);
        }
        return null;
    }

    private static List<HttpCopy> usable(HttpFile file, long now) {
        Optional<URI> only = file.only();
        List<HttpCopy> usable = new ArrayList<>(file.copies().size());
        for (HttpCopy copy : file.copies()) {
            if (only.isPresent() && !only.get().equals(copy.location())) continue;
            if (copy.isOut() || copy.node().isBreakerOpen()) continue;
            if (copy.node().nanosUntilNextTry() > WAITED_FOR_NANOS_MAX) continue;
            if (copy.nanosUntilReady(now) > WAITED_FOR_NANOS_MAX && !copy.isWaitedFor(now)) continue;
            usable.add(copy);
        }
        return usable;
    }

    /** True when another copy can continue where a slow one stops. */
    static boolean hasOther(HttpFile file, HttpCopy slow, long now) {
        return usable(file, now).stream()
                .anyMatch(copy -> copy != slow
                        && copy.isReady(now)
                        && !copy.wasMissing()
                        && copy.node() != slow.node()
                        && !copy.node().hadTroubleLately());
    }

    /** No place is waited for any more, so that other jobs need not leave an even share. */
    void end() {
        waitedFor.forEach(node -> node.forget(holder));
        waitedFor.clear();
    }
}
