package org.bdm.server.catalog.site;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.replica.NodePreference;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;

/** The settings of data nodes that people change while the server runs. Any thread that may block. Writes never wait for room: TOO_MANY_REQUESTS. */
public final class DataNodeRules {
    private static final int ROWS_MAX = 10_000;

    private static final RowMapper<DataNodeRule> ROW = (row, at) -> new DataNodeRule(
            row.getString("node"),
            row.getInt("connections"),
            NodePreference.values()[row.getInt("preference")],
            row.getString("ca_pem"),
            row.getString("token"),
            row.getLong("patience_seconds"),
            new StagingRule(
                    row.getString("staging"),
                    row.getLong("staging_patience_seconds"),
                    row.getInt("staging_window"),
                    row.getString("staging_prefix")),
            row.getString("note"),
            row.getString("changed_by"),
            Statements.instantOf(row, "changed_at"));

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public DataNodeRules(CatalogParts parts) {
        this.parts = parts;
    }

    /** Grows with every change, whichever process made it. */
    public long version() {
        return parts.read(sql ->
                sql.number("SELECT SUM(version) FROM shared_version WHERE name IN ('data-nodes', 'data-node-hosts')"));
    }

    /** All by node, at most 10,000. */
    public List<DataNodeRule> all() {
        return parts.read(sql -> sql.list("SELECT * FROM data_node_rule ORDER BY node LIMIT ?", ROW, ROWS_MAX));
    }

    /** Those of one node. */
    public Optional<DataNodeRule> find(String node) {
        return parts.read(sql -> found(sql, node));
    }

    private static Optional<DataNodeRule> found(Statements sql, String node) {
        return sql.one("SELECT * FROM data_node_rule WHERE node = ?", ROW, node);
    }

    /** Changes the settings of a node, or parts of them. */
    public CompletableFuture<DataNodeRule> set(DataNodeRuleChange change) {
        return parts.write(2, work -> {
            countChange(work); // first: another process that changes the same waits here
            return set(work, change);
        });
    }

    private static DataNodeRule set(ChangeWork work, DataNodeRuleChange change) {
        Optional<DataNodeRule> before = found(work.sql(), change.node());
        NodePreference preference =
                chosen(change.preference(), before.map(DataNodeRule::preference).orElse(NodePreference.USUAL));
        StagingRule staging =
                change.staging().of(before.map(DataNodeRule::staging).orElse(StagingRule.NONE));
        Object[] row = {
            chosen(change.connections(), before.map(DataNodeRule::connections).orElse(0)),
            preference.ordinal(),
            chosen(change.caPem(), before.map(DataNodeRule::caPem).orElse("")),
            chosen(change.token(), before.map(DataNodeRule::token).orElse("")),
            chosen(
                    change.patienceSeconds(),
                    before.map(DataNodeRule::patienceSeconds).orElse(0L)),
            staging.way(),
            staging.patienceSeconds(),
            staging.window(),
            staging.prefix(),
            chosen(change.note(), before.map(DataNodeRule::note).orElse("")),
            Statements.cut(change.changedBy(), 200),
            work.now(),
            change.node()
        };
        String sql = before.isPresent()
                ? "UPDATE data_node_rule SET connections = ?, preference = ?, ca_pem = ?, token = ?,"
                        + " patience_seconds = ?, staging = ?, staging_patience_seconds = ?, staging_window = ?,"
                        + " staging_prefix = ?, note = ?,"
                        + " changed_by = ?, changed_at = ? WHERE node = ?"
                : "INSERT INTO data_node_rule (connections, preference, ca_pem, token, patience_seconds, staging,"
                        + " staging_patience_seconds, staging_window, staging_prefix, note, changed_by, changed_at,"
                        + " node) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        work.sql().update(sql, row);
        return found(work.sql(), change.node()).orElseThrow();
    }

    private static <T> T chosen(@Nullable T wanted, T before) {
        return wanted != null ? wanted : before;
    }

    /** Removes the settings of a node; gives whether there were any. */
    public CompletableFuture<Boolean> remove(String node) {
        return parts.write(2, work -> {
            boolean wasThere = work.sql().update("DELETE FROM data_node_rule WHERE node = ?", node) > 0;
            if (wasThere) countChange(work);
            return wasThere;
        });
    }

    private static void countChange(ChangeWork work) {
        work.sql().update("UPDATE shared_version SET version = version + 1 WHERE name = 'data-nodes'");
    }
}
