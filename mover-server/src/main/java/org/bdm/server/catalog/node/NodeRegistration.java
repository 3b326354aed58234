package org.bdm.server.catalog.node;

import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.server.catalog.db.CatalogDatabase;
import org.bdm.server.catalog.db.CatalogExpectation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.db.Dialect;
import org.bdm.server.catalog.db.ServingRun;
import org.bdm.server.catalog.db.Statements;

/** Enters a process that begins to serve: it gets the number of its node and a run, and ends what an earlier run of the node may still do. */
public final class NodeRegistration {
    private NodeRegistration() {}

    /**
     * Registers a node, and the site of a new catalog.
     *
     * @throws MoverException NODE_REMOVED if a person removed it; HOME_INCOMPLETE if its home was used with another catalog
     */
    public static ServingRun enter(CatalogDatabase database, CatalogSettings settings) {
        return database.transact(sql -> {
            enterSite(sql, database.dialect(), settings.site());
            ServingRun run = enterNode(sql, settings);
            sql.update("DELETE FROM commit_group WHERE node_no = ?", run.node());
            sql.update(
                    "INSERT INTO commit_group (node_no, run_no, group_no) VALUES (?, ?, 0)", run.node(), run.number());
            return run;
        });
    }

    private static void enterSite(Statements sql, Dialect dialect, NodeId site) {
        if (hasSite(sql)) return;
        // Nodes that start together would each see none and enter one.
        sql.one("SELECT version FROM shared_version WHERE name = 'trust' FOR UPDATE", (row, at) -> row.getLong(1));
        if (hasSite(sql)) return;
        // A catalog of an earlier version is of the nodes that it knows: a new node must not make itself the site.
        boolean isNew = sql.number("SELECT COUNT(*) FROM node") == 0;
        if (!isNew && sql.number("SELECT COUNT(*) FROM node WHERE node_id = ?", site.fingerprint()) == 0) {
            throw CatalogExpectation.foreign("the catalog", site);
        }
        String id = sql.one(dialect.randomUuid(), (row, at) -> row.getString(1).replace("-", ""))
                .orElseThrow();
        sql.update("INSERT INTO own_site (catalog_id, key_fingerprint) VALUES (?, ?)", id, site.fingerprint());
    }

    private static boolean hasSite(Statements sql) {
        return sql.number("SELECT COUNT(*) FROM own_site") > 0;
    }

    private static ServingRun enterNode(Statements sql, CatalogSettings settings) {
        String id = settings.node().fingerprint();
        Optional<SiteNodeRow> known = sql.one(
                "SELECT node_no, run_no, state FROM node WHERE node_id = ? FOR UPDATE",
                (row, at) -> new SiteNodeRow(row.getLong(1), row.getLong(2), NodeState.ofCode(row.getInt(3))),
                id);
        if (known.isPresent() && known.get().state() == NodeState.REMOVED) throw removed(settings.node());
        if (known.isEmpty() && !settings.mayBegin() && !isOfSite(sql, settings.site())) {
            throw CatalogExpectation.foreign("the catalog", settings.node());
        }
        long number = known.map(SiteNodeRow::number)
                .orElseGet(() -> sql.insert(
                        "INSERT INTO node (node_id, opened_at) VALUES (?, ?)",
                        "node_no",
                        id,
                        settings.clock().instant()));
        long run = known.map(SiteNodeRow::run).orElse(0L) + 1;
        sql.update(
                "UPDATE node SET opened_at = ?, run_no = ?, state = ?, seen_ms = ?, process = ? WHERE node_no = ?",
                settings.clock().instant(),
                run,
                NodeState.UP.code(),
                settings.leases().now(sql).toEpochMilli(),
                Statements.cut(settings.process(), 1_000),
                number);
        return new ServingRun(number, run);
    }

    private static boolean isOfSite(Statements sql, NodeId site) {
        return sql.number("SELECT COUNT(*) FROM own_site WHERE key_fingerprint = ?", site.fingerprint()) > 0;
    }

    static MoverException removed(NodeId node) {
        return new MoverException(
                ErrorCode.NODE_REMOVED, "node " + node + " was removed from this site, and may not serve it any more");
    }

    private record SiteNodeRow(long number, long run, NodeState state) {}
}
