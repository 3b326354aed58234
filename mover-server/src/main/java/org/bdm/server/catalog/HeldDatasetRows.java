package org.bdm.server.catalog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.bdm.core.store.FileName;

/** Reads what is held of many datasets, in few statements. */
final class HeldDatasetRows {
    /** More than a dataset has; a bound all the same. */
    private static final int FILES_MAX = 1_000_000;

    private HeldDatasetRows() {}

    private record Dataset(long number, String instanceId) {}

    private record Digests(int files, DigestOrigin weakest, Instant last) {}

    static Map<String, HeldDataset> read(Statements sql, List<String> instanceIds) {
        Map<String, HeldDataset> held = new LinkedHashMap<>();
        for (int from = 0; from < instanceIds.size(); from += HoldingRows.VALUES_MAX) {
            List<String> part = instanceIds.subList(from, Math.min(instanceIds.size(), from + HoldingRows.VALUES_MAX));
            readPart(sql, part, held);
        }
        return held;
    }

    private static void readPart(Statements sql, List<String> instanceIds, Map<String, HeldDataset> held) {
        List<Dataset> datasets = sql.list(
                "SELECT dataset_no, instance_id FROM held_dataset WHERE instance_key IN ("
                        + HoldingRows.marks(instanceIds.size()) + ") LIMIT " + instanceIds.size(),
                (row, at) -> new Dataset(row.getLong(1), row.getString(2)),
                instanceIds.stream().map(HoldingRows::key).toArray());
        if (datasets.isEmpty()) return;
        Object[] numbers = datasets.stream().map(Dataset::number).toArray();
        Map<Long, List<HeldDataset.File>> files = files(sql, numbers);
        Map<Long, Digests> digests = digests(sql, numbers);
        for (Dataset dataset : datasets) {
            List<HeldDataset.File> of = files.get(dataset.number());
            if (of == null) continue;
            Digests own = digests.get(dataset.number());
            held.put(
                    dataset.instanceId().toLowerCase(Locale.ROOT),
                    new HeldDataset(
                            dataset.instanceId(),
                            of,
                            own == null ? 0 : own.files(),
                            own == null ? null : own.weakest(),
                            own == null ? null : own.last()));
        }
    }

    private static Map<Long, List<HeldDataset.File>> files(Statements sql, Object[] datasets) {
        Map<Long, List<HeldDataset.File>> files = new HashMap<>();
        sql.list(
                        "SELECT dataset_no, name, state FROM holding WHERE dataset_no IN ("
                                + HoldingRows.marks(datasets.length) + ") LIMIT " + FILES_MAX,
                        (row, at) -> Map.entry(row.getLong(1), file(row)),
                        datasets)
                .forEach(found -> files.computeIfAbsent(found.getKey(), missing -> new ArrayList<>())
                        .add(found.getValue()));
        return files;
    }

    private static HeldDataset.File file(ResultSet row) throws SQLException {
        return new HeldDataset.File(FileName.of(row.getBytes(2)).shown(), HoldingState.ofCode(row.getInt(3)));
    }

    private static Map<Long, Digests> digests(Statements sql, Object[] datasets) {
        return sql
                .list(
                        "SELECT h.dataset_no, COUNT(DISTINCT h.holding_no), MIN(g.origin), MAX(g.known_ms) FROM holding h"
                                + " JOIN holding_digest g ON g.holding_no = h.holding_no WHERE h.dataset_no IN ("
                                + HoldingRows.marks(datasets.length) + ") AND g.origin > 0 GROUP BY h.dataset_no",
                        (row, at) -> Map.entry(
                                row.getLong(1),
                                new Digests(
                                        row.getInt(2),
                                        DigestOrigin.ofCode(row.getInt(3)),
                                        Instant.ofEpochMilli(row.getLong(4)))),
                        datasets)
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
