package org.bdm.server.dataset.merge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.drs.DatasetName;

/**
 * Makes replica sets of claims, by the rules of docs/replica-sets.md. The claims may come in any order, repeated, contradicting, from
 * several indexes: the same claims give the same sets. Keeps all claims of its datasets in memory, so it is given datasets in batches.
 * Belongs to one thread.
 */
public final class ReplicaMerge {
    private static final int NAME_LENGTH_MAX = 1_000;
    private static final int NODE_LENGTH_MAX = 300;

    private final Map<String, ToldDataset> datasets = new TreeMap<>();

    /** Takes a claim; two names that differ only in case are one dataset. False if a name in it is too long to be one: it is not taken. */
    public boolean add(Claim claim) {
        boolean isTooLong = claim.instanceId().length() > NAME_LENGTH_MAX
                || claim.dataNode().length() > NODE_LENGTH_MAX
                || (claim instanceof ClaimedFile named && named.fileName().length() > NAME_LENGTH_MAX);
        if (isTooLong) return false;
        DatasetName name = DatasetName.of(claim.instanceId());
        ToldDataset dataset = datasets.computeIfAbsent(name.key(), key -> new ToldDataset());
        if (claim instanceof ClaimedDataset record) dataset.add(name, record);
        else if (claim instanceof ClaimedFile file) dataset.add(name, file);
        return true;
    }

    /** The sets so far, by name. */
    public List<ReplicaSet> sets() {
        List<ReplicaSet> sets = new ArrayList<>();
        datasets.values().forEach(dataset -> sets.add(new MergedDataset(dataset).set()));
        return sets;
    }

    /** All of these claims at once. */
    public static List<ReplicaSet> of(Collection<? extends Claim> claims) {
        ReplicaMerge merge = new ReplicaMerge();
        claims.forEach(merge::add);
        return merge.sets();
    }
}
