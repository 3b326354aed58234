package org.bdm.server.catalog.holding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Reads many replica sets in few statements. */
final class KnownDatasetRows {
    /** More than so many datasets have; a bound all the same. */
    private static final int ROWS_MAX = 1_000_000;

    private KnownDatasetRows() {}

    private record SetRow(
            long number,
            String instanceId,
            boolean latest,
            boolean retracted,
            int files,
            long bytes,
            @Nullable Long nameSum) {}

    /** By instance id in lower case. */
    static Map<String, KnownDataset> read(Statements sql, List<String> instanceIds) {
        Map<Long, String> nodeNames = nodeNames(sql);
        Map<String, KnownDataset> known = new LinkedHashMap<>();
        for (List<String> part : Statements.parts(instanceIds)) {
            List<SetRow> sets = sql.list(
                    "SELECT set_no, instance_id, is_latest, is_retracted, files, bytes, name_sum FROM replica_set"
                            + " WHERE instance_key IN (" + Statements.marks(part.size()) + ") LIMIT " + part.size(),
                    (row, at) -> new SetRow(
                            row.getLong(1),
                            row.getString(2),
                            row.getBoolean(3),
                            row.getBoolean(4),
                            row.getInt(5),
                            row.getLong(6),
                            Statements.longOrNull(row, "name_sum")),
                    part.stream().map(InstanceKey::of).toArray());
            Map<Long, List<KnownDataset.Node>> nodes =
                    nodes(sql, sets.stream().map(SetRow::number).toList(), nodeNames);
            Map<Long, String> contradictions = ExtentRows.contradictions(
                    sql,
                    sets.stream()
                            .map(set -> new ExtentRows.Listed(set.number(), set.files(), set.bytes(), set.nameSum()))
                            .toList());
            for (SetRow set : sets) {
                known.put(
                        set.instanceId().toLowerCase(Locale.ROOT),
                        new KnownDataset(
                                set.instanceId(),
                                set.latest(),
                                set.retracted(),
                                set.files(),
                                set.bytes(),
                                set.nameSum(),
                                nodes.getOrDefault(set.number(), List.of()),
                                contradictions.get(set.number())));
            }
        }
        return known;
    }

    /** Hundreds at most: cheaper read once than joined to every row. */
    static Map<Long, String> nodeNames(Statements sql) {
        Map<Long, String> names = new HashMap<>();
        sql.list(
                        "SELECT data_node_no, name FROM data_node ORDER BY data_node_no LIMIT " + ROWS_MAX,
                        (row, at) -> Map.entry(row.getLong(1), row.getString(2)))
                .forEach(found -> names.put(found.getKey(), found.getValue()));
        return names;
    }

    static Map<Long, List<KnownDataset.Node>> nodes(Statements sql, List<Long> sets, Map<Long, String> nodeNames) {
        Map<Long, List<KnownDataset.Node>> nodes = new HashMap<>();
        for (List<Long> part : Statements.parts(sets)) {
            sql.list(
                            "SELECT set_no, data_node_no, is_retracted, files, variant FROM replica_node WHERE set_no IN ("
                                    + Statements.marks(part.size()) + ") LIMIT " + ROWS_MAX,
                            (row, at) -> {
                                Long variant = Statements.longOrNull(row, "variant");
                                return Map.entry(
                                        row.getLong(1),
                                        new KnownDataset.Node(
                                                nodeNames.getOrDefault(row.getLong(2), "?"),
                                                row.getBoolean(3),
                                                variant == null
                                                        ? OptionalInt.empty()
                                                        : OptionalInt.of(variant.intValue()),
                                                row.getInt(4)));
                            },
                            part.toArray())
                    .forEach(found -> nodes.computeIfAbsent(found.getKey(), missing -> new ArrayList<>())
                            .add(found.getValue()));
        }
        return nodes;
    }

    /** Names of the files of the chosen variant, by instance id in lower case. */
    static Map<String, Set<String>> names(Statements sql, List<String> instanceIds) {
        Map<String, Set<String>> names = new HashMap<>();
        for (List<String> part : Statements.parts(instanceIds)) {
            sql.list(
                            "SELECT s.instance_id, f.name FROM replica_set s JOIN replica_file f ON f.set_no = s.set_no"
                                    + " AND f.variant = 0 WHERE s.instance_key IN (" + Statements.marks(part.size())
                                    + ") LIMIT " + ROWS_MAX,
                            (row, at) -> Map.entry(row.getString(1).toLowerCase(Locale.ROOT), row.getString(2)),
                            part.stream().map(InstanceKey::of).toArray())
                    .forEach(found -> names.computeIfAbsent(found.getKey(), missing -> new HashSet<>())
                            .add(found.getValue()));
        }
        return names;
    }
}
