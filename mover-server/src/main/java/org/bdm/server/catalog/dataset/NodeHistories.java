package org.bdm.server.catalog.dataset;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.source.http.node.NodeHistory;
import org.bdm.core.source.http.node.NodeHistory.Rate;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** The history of each data node, kept over restarts. Any thread that may block. */
public final class NodeHistories {
    private static final int NODES_MAX = 10_000;
    private static final int NAME_LENGTH_MAX = 300;
    private static final int REASON_LENGTH_MAX = 2_000;

    private static final RecordColumns<NodeHistory> HISTORY =
            RecordColumns.of(NodeHistory.class, "node bytes_per_second measured_ms trouble trouble_until_ms");

    private final CatalogParts parts;

    public NodeHistories(CatalogParts parts) {
        this.parts = parts;
    }

    /** All that is known, in the order of the names; at most 10,000. */
    public List<NodeHistory> all() {
        return parts.read(sql -> sql.list(
                "SELECT node, bytes_per_second, measured_ms, trouble, trouble_until_ms FROM data_node_history"
                        + " ORDER BY node LIMIT ?",
                HISTORY,
                NODES_MAX));
    }

    /** Keeps what is known now of these nodes; a node of which nothing is known any more loses its row. Too long a name is not kept. */
    public CompletableFuture<Void> keep(List<NodeHistory> changed) {
        List<NodeHistory> fitting = changed.stream()
                .filter(history -> history.node().length() <= NAME_LENGTH_MAX)
                .toList();
        return parts.write(2 * fitting.size(), work -> {
            List<@Nullable Object[]> names = new ArrayList<>();
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (NodeHistory history : fitting) {
                names.add(new Object[] {history.node()});
                if (!history.isEmpty()) rows.add(row(history));
            }
            work.sql().batch("DELETE FROM data_node_history WHERE node = ?", names);
            work.sql()
                    .batch(
                            "INSERT INTO data_node_history (node, bytes_per_second, measured_ms, trouble, trouble_until_ms)"
                                    + " VALUES (?, ?, ?, ?, ?)",
                            rows);
            return null;
        });
    }

    private static @Nullable Object[] row(NodeHistory history) {
        return new @Nullable Object[] {
            history.node(),
            history.rate().map(Rate::bytesPerSecond).orElse(null),
            history.rate().map(rate -> rate.measuredAt().toEpochMilli()).orElse(null),
            history.trouble()
                    .map(trouble -> Statements.cut(trouble.reason(), REASON_LENGTH_MAX))
                    .orElse(null),
            history.trouble()
                    .map(trouble -> trouble.countsUntil().toEpochMilli())
                    .orElse(null)
        };
    }
}
