package org.bdm.server.catalog.holding;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.bdm.core.store.FileName;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;

/** Reads what is held of many datasets, in few statements. All maps are by instance id in lower case. */
final class HeldDatasetRows {
    /** More than a dataset has; a bound all the same. */
    private static final int ROWS_MAX = 1_000_000;

    private static final RecordColumns<HeldDataset> DATASET = RecordColumns.of(
            HeldDataset.class, "instance_id files name_sum disputed retracted own_digests weakest computed_ms");

    private HeldDatasetRows() {}

    static Map<String, HeldDataset> read(Statements sql, List<String> instanceIds) {
        Map<String, HeldDataset> held = new LinkedHashMap<>();
        for (List<String> part : Statements.parts(instanceIds)) {
            sql.list(
                            "SELECT * FROM held_dataset WHERE instance_key IN (" + Statements.marks(part.size())
                                    + ") AND (files > 0 OR disputed > 0) LIMIT " + part.size(),
                            DATASET,
                            part.stream().map(InstanceKey::of).toArray())
                    .forEach(found -> held.put(found.instanceId().toLowerCase(Locale.ROOT), found));
        }
        return held;
    }

    /** Names of the usable files. */
    static Map<String, Set<String>> names(Statements sql, List<String> instanceIds) {
        Map<String, Set<String>> names = new HashMap<>();
        for (List<String> part : Statements.parts(instanceIds)) {
            sql.list(
                            "SELECT d.instance_id, h.name, h.state FROM held_dataset d"
                                    + " JOIN holding h ON h.dataset_no = d.dataset_no WHERE d.instance_key IN ("
                                    + Statements.marks(part.size()) + ") LIMIT " + ROWS_MAX,
                            (row, at) -> HoldingState.ofCode(row.getInt(3)).isUsable()
                                    ? Map.entry(
                                            row.getString(1),
                                            FileName.of(row.getBytes(2)).shown())
                                    : Map.entry(row.getString(1), ""),
                            part.stream().map(InstanceKey::of).toArray())
                    .forEach(found -> names.computeIfAbsent(
                                    found.getKey().toLowerCase(Locale.ROOT), missing -> new HashSet<>())
                            .add(found.getValue()));
        }
        names.values().forEach(all -> all.remove(""));
        return names;
    }
}
