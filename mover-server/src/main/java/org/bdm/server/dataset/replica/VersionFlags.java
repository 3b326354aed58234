package org.bdm.server.dataset.replica;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.dataset.ReplicaSetSummary;
import org.bdm.server.drs.DatasetName;

/** Tells for sets that were just merged which is the latest version, given those beside them and those that are stored. */
final class VersionFlags {
    private final Catalog catalog;

    VersionFlags(Catalog catalog) {
        this.catalog = catalog;
    }

    List<ReplicaSet> withLatest(List<ReplicaSet> sets) {
        Map<String, List<ReplicaSet>> byMaster = new HashMap<>();
        for (ReplicaSet set : sets)
            byMaster.computeIfAbsent(master(set), key -> new ArrayList<>()).add(set);
        Map<String, Optional<String>> latest = new HashMap<>();
        byMaster.forEach((master, versions) -> latest.put(master, latest(versions)));
        return sets.stream()
                .map(set -> set.withLatest(isLatest(set, latest.getOrDefault(master(set), Optional.empty()))))
                .toList();
    }

    private static boolean isLatest(ReplicaSet set, Optional<String> latest) {
        String version = DatasetName.of(set.instanceId()).version();
        return latest.isPresent() && !set.retracted() && DatasetName.compareVersions(version, latest.get()) == 0;
    }

    private static String master(ReplicaSet set) {
        return new DatasetName(DatasetName.of(set.instanceId()).masterId(), "").key();
    }

    private Optional<String> latest(List<ReplicaSet> versions) {
        Map<String, LatestVersion.Known> known = new HashMap<>();
        String masterId = DatasetName.of(versions.get(0).instanceId()).masterId();
        for (ReplicaSetSummary stored : catalog.replicaSets().versions(masterId)) {
            String version = DatasetName.of(stored.instanceId()).version();
            known.put(version, new LatestVersion.Known(version, stored.retracted()));
        }
        for (ReplicaSet set : versions) {
            String version = DatasetName.of(set.instanceId()).version();
            known.put(version, new LatestVersion.Known(version, set.retracted()));
        }
        return LatestVersion.of(List.copyOf(known.values()));
    }
}
