package org.bdm.server.catalog.holding;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.Statements;

/** The versions of a dataset by place: at data nodes by what indexes say, here by what is held. */
public final class DatasetVersions {
    private static final int VERSIONS_MAX = 1_000;

    private DatasetVersions() {}

    /** One version, and its number in its table. */
    record Version(long number, String instanceId) {}

    /** The name without the version; empty if it has none. */
    public static Optional<String> master(String instanceId) {
        int at = instanceId.lastIndexOf(".v");
        return at > 0 && isVersion(instanceId.substring(at + 2))
                ? Optional.of(instanceId.substring(0, at))
                : Optional.empty();
    }

    /** Instance ids of all versions of each dataset (named without version) that are held here. */
    static Map<String, List<String>> held(Statements sql, List<String> masterIds) {
        Map<String, List<String>> versions = new LinkedHashMap<>();
        for (String masterId : masterIds) {
            List<String> found = of(sql, "held_dataset", "dataset_no", masterId).stream()
                    .map(Version::instanceId)
                    .toList();
            if (!found.isEmpty()) versions.put(masterId, found);
        }
        return versions;
    }

    /** For each dataset the versions that nodes have, by name of the node, ascending. */
    static Map<String, Map<String, Set<String>>> atNodes(Statements sql, List<String> masterIds) {
        Map<Long, String> masters = new TreeMap<>();
        Map<Long, String> instanceIds = new TreeMap<>();
        for (String masterId : masterIds) {
            List<Version> found = of(sql, "replica_set", "set_no", masterId);
            if (found.size() < 2) continue; // no other than the one that was asked for
            for (Version version : found) {
                masters.put(version.number(), masterId);
                instanceIds.put(version.number(), version.instanceId());
            }
        }
        Map<String, Map<String, Set<String>>> versions = new LinkedHashMap<>();
        KnownDatasetRows.nodes(sql, List.copyOf(masters.keySet()), KnownDatasetRows.nodeNames(sql))
                .forEach((set, nodes) -> nodes.forEach(
                        node -> versions.computeIfAbsent(masters.getOrDefault(set, ""), missing -> new TreeMap<>())
                                .computeIfAbsent(node.name(), missing -> new TreeSet<>())
                                .add(instanceIds.getOrDefault(set, ""))));
        return versions;
    }

    /** All versions in one of the tables that have an instance_key, in the order of their names as text. */
    static List<Version> of(Statements sql, String table, String number, String masterId) {
        byte[] first = InstanceKey.of(masterId + ".v");
        byte[] behind = Arrays.copyOf(first, first.length);
        behind[behind.length - 1]++;
        return sql
                .list(
                        "SELECT " + number + ", instance_id, instance_key FROM " + table
                                + " WHERE instance_key >= ? AND instance_key < ? ORDER BY instance_key LIMIT "
                                + VERSIONS_MAX,
                        (row, at) -> Map.entry(
                                new Version(row.getLong(1), row.getString(2)),
                                new String(row.getBytes(3), StandardCharsets.UTF_8)),
                        first,
                        behind)
                .stream()
                .filter(found -> isVersion(found.getValue().substring(first.length)))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** A longer name may begin with a whole one. */
    private static boolean isVersion(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
