package org.bdm.server.dataset.replica;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.server.catalog.dataset.ReplicaClaim;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.dataset.merge.RememberedClaims;
import org.bdm.server.dataset.merge.ReplicaMerge;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.drs.DatasetName;

/** The claims of some datasets, and what is remembered of nodes that nobody speaks of any more. Belongs to one thread. */
final class BatchOfClaims {
    private final ReplicaMerge merge = new ReplicaMerge();
    private final Map<String, Heard> heard = new HashMap<>();

    /** Of which nodes of a dataset an index spoke just now. */
    private static final class Heard {
        private final Set<String> told = new HashSet<>();
        private final Set<String> listed = new HashSet<>();
        private final Set<String> sources = new HashSet<>();
        private boolean isRetracted;

        private static String source(String node, String index) {
            return node + "\n" + index;
        }
    }

    void add(Claim claim) {
        if (!merge.add(claim)) return;
        Heard of = heard.computeIfAbsent(DatasetName.of(claim.instanceId()).key(), key -> new Heard());
        of.told.add(claim.dataNode());
        of.sources.add(Heard.source(claim.dataNode(), claim.index()));
        if (claim instanceof ClaimedFile) of.listed.add(claim.dataNode());
        if (claim instanceof ClaimedDataset record)
            of.isRetracted |= record.status().retracted().orElse(false);
    }

    /**
     * Adds what is stored, where the answer is silent and silence means nothing: an index did not answer in full, the dataset was withdrawn,
     * or nobody lists any file.
     */
    void remember(ReplicaSet stored, boolean isComplete) {
        Heard of = heard.computeIfAbsent(DatasetName.of(stored.instanceId()).key(), key -> new Heard());
        boolean isSilenceEmpty = !isComplete || of.isRetracted || stored.retracted() || of.listed.isEmpty();
        if (isSilenceEmpty) RememberedClaims.of(stored, of.listed, of.told).forEach(merge::add);
        // Who said that it was withdrawn takes that back himself, or nobody does.
        RememberedClaims.withdrawals(stored, claim -> of.sources.contains(Heard.source(claim.node(), claim.index())))
                .forEach(merge::add);
    }

    /** Of the claims only those that were made just now: the others are stored already, with their times. */
    List<ReplicaSet> sets() {
        return merge.sets().stream().map(this::onlyHeard).toList();
    }

    private ReplicaSet onlyHeard(ReplicaSet set) {
        Heard of = heard.getOrDefault(DatasetName.of(set.instanceId()).key(), new Heard());
        List<ReplicaClaim> claims = set.claims().stream()
                .filter(claim -> of.sources.contains(Heard.source(claim.node(), claim.index())))
                .toList();
        return set.withClaims(claims);
    }
}
