package org.bdm.server.catalog.holding;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.bdm.core.store.FileName;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.Statements;

/** Reads what is held of many datasets, in few statements. All maps are by instance id in lower case. */
final class HeldDatasetRows {
    /** More than a dataset has; a bound all the same. */
    private static final int ROWS_MAX = 1_000_000;

    private HeldDatasetRows() {}

    static Map<String, HeldDataset> read(Statements sql, List<String> instanceIds) {
        Map<String, HeldDataset> held = new LinkedHashMap<>();
        for (List<String> part : Statements.parts(instanceIds)) {
            sql.list(
                            "SELECT * FROM held_dataset WHERE instance_key IN (" + Statements.marks(part.size())
                                    + ") AND (files > 0 OR disputed > 0) LIMIT " + part.size(),
                            (row, at) -> dataset(row),
                            part.stream().map(InstanceKey::of).toArray())
                    .forEach(found -> held.put(found.instanceId().toLowerCase(Locale.ROOT), found));
        }
        return held;
    }

    private static HeldDataset dataset(ResultSet row) throws SQLException {
        Long weakest = Statements.longOrNull(row, "weakest");
        Long computed = Statements.longOrNull(row, "computed_ms");
        return new HeldDataset(
                row.getString("instance_id"),
                row.getInt("files"),
                row.getLong("name_sum"),
                row.getInt("disputed"),
                row.getInt("retracted"),
                row.getInt("own_digests"),
                weakest == null ? null : DigestOrigin.ofCode(weakest.intValue()),
                computed == null ? null : Instant.ofEpochMilli(computed));
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
