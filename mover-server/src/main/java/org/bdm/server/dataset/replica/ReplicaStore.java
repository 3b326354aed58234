package org.bdm.server.dataset.replica;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.dataset.ReplicaSetSummary;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.drs.DatasetName;

/** Stores sets that were just merged, and what they change about other versions of theirs. */
final class ReplicaStore {
    private final Catalog catalog;

    ReplicaStore(Catalog catalog) {
        this.catalog = catalog;
    }

    /** Durable when it returns. */
    void put(List<ReplicaSet> sets) {
        List<CompletableFuture<ReplicaSetSummary>> writes = new ArrayList<>();
        for (ReplicaSet set : sets) writes.add(catalog.replicaSets().put(set, superseded(set)));
        writes.forEach(Durable::await);
    }

    /** Stored versions that this one makes no longer the latest. And the one that is the latest again when this one was withdrawn. */
    private Map<Long, Boolean> superseded(ReplicaSet set) {
        Map<Long, Boolean> changed = new HashMap<>();
        DatasetName name = DatasetName.of(set.instanceId());
        for (ReplicaSetSummary other : catalog.replicaSets().versions(name.masterId())) {
            boolean isOther = !DatasetName.of(other.instanceId()).key().equals(name.key());
            if (isOther && set.latest() && other.latest()) changed.put(other.number(), false);
            if (isOther && set.retracted() && !other.latest() && isNextBest(other, set))
                changed.put(other.number(), true);
        }
        return changed;
    }

    /** True if this is the highest version that is left when {@code withdrawn} is not counted. */
    private boolean isNextBest(ReplicaSetSummary candidate, ReplicaSet withdrawn) {
        DatasetName name = DatasetName.of(withdrawn.instanceId());
        List<LatestVersion.Known> known = new ArrayList<>();
        for (ReplicaSetSummary stored : catalog.replicaSets().versions(name.masterId())) {
            DatasetName of = DatasetName.of(stored.instanceId());
            boolean isRetracted = stored.retracted() || of.key().equals(name.key());
            known.add(new LatestVersion.Known(of.version(), isRetracted));
        }
        String version = DatasetName.of(candidate.instanceId()).version();
        return LatestVersion.of(known)
                .map(latest -> DatasetName.compareVersions(latest, version) == 0)
                .orElse(false);
    }
}
