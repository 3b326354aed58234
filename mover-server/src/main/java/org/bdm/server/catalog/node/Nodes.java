package org.bdm.server.catalog.node;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** The nodes of this site. */
public final class Nodes {
    /** A node that was not seen for so long is lost. */
    public static final Duration LOST_AFTER = Duration.ofSeconds(30);

    private static final int NODES_MAX = 1_000;

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public Nodes(CatalogParts parts) {
        this.parts = parts;
    }

    /** Number of the node of this process. */
    public long own() {
        return parts.node();
    }

    /** Returns what names this catalog, 32 hexadecimal digits: directories remember to which catalog they belong. */
    public String catalogId() {
        return parts.read(sql -> sql.one("SELECT catalog_id FROM own_site", (row, at) -> row.getString(1)))
                .orElseThrow();
    }

    /** Notes that nodes live that cannot say so themselves; one that was lost is up again, one that is stopped or removed stays so. */
    public void seen(Collection<Long> nodes) {
        int unused = parts.database().transact(sql -> {
            long now = parts.leaseTime(sql).toEpochMilli();
            return sql.batch(
                            "UPDATE node SET seen_ms = ?, state = CASE WHEN state = 3 THEN 1 ELSE state END"
                                    + " WHERE node_no = ? AND state IN (1, 2, 3)",
                            nodes.stream()
                                    .map(node -> new @Nullable Object[] {now, node})
                                    .toList())
                    .length;
        });
    }

    /** The time by which leases run out: the clock of the database server, or of this process if the catalog is its file. */
    public Instant leaseTime() {
        return parts.read(parts::leaseTime);
    }

    /** The root ids by which this site knew an export, with the last one last. */
    public List<String> rootsOf(String export) {
        return parts.read(sql -> sql.list(
                "SELECT root_id FROM export_root WHERE export = ? ORDER BY export, root_no LIMIT " + NODES_MAX,
                (row, at) -> row.getString(1),
                export));
    }

    /** True if another node of the site offers a writable directory under this name. */
    public boolean isOfferedByOthers(String export) {
        return parts.read(sql -> sql.number(
                        "SELECT COUNT(*) FROM node_export e JOIN node n ON n.node_no = e.node_no"
                                + " WHERE e.export = ? AND e.root_no IS NOT NULL AND e.node_no <> ? AND n.state <> ?",
                        export,
                        parts.node(),
                        NodeState.REMOVED.code()))
                > 0;
    }

    /**
     * Says what this process does and offers, before it works.
     *
     * @throws MoverException EXPORT_DIFFERS if another node offers another directory under one of the names
     */
    public void announce(NodeDescription description) {
        parts.database().transact(sql -> {
            // One after the other: two nodes that start together must see each other's exports.
            sql.one("SELECT catalog_id FROM own_site FOR UPDATE", (row, at) -> row.getString(1));
            ExportRoots.offer(sql, parts.node(), description.exports(), parts.now());
            return sql.update(
                    "UPDATE node SET process = ?, version = ?, does_control = ?, does_data = ?, control_url = ?,"
                            + " data_address = ? WHERE node_no = ?",
                    Statements.cut(description.process(), 1_000),
                    Statements.cut(description.version(), 100),
                    description.doesControl(),
                    description.doesData(),
                    description.controlUrl(),
                    description.dataAddress(),
                    parts.node());
        });
    }

    /**
     * Empties the work areas of a directory, if this catalog has not written there before, or was restored since: what they hold is of
     * another life of the site. Once for all nodes; the others wait.
     *
     * @param clear told whether the areas of jobs that this catalog knows go as well; done again if the process dies meanwhile
     */
    public void clearAreas(String rootId, Consumer<Boolean> clear) {
        parts.database().transact(sql -> {
            long restored = sql.number("SELECT restored_no FROM own_site");
            Optional<Long> cleared = sql.one(
                    "SELECT cleared_no FROM export_root WHERE root_id = ? FOR UPDATE",
                    (row, at) -> row.getLong(1),
                    rootId);
            if (cleared.isEmpty() || cleared.get() >= restored) return 0;
            clear.accept(restored > 0);
            return sql.update("UPDATE export_root SET cleared_no = ? WHERE root_id = ?", restored, rootId);
        });
        parts.database().force();
    }

    /**
     * Says that this process lives, and finds those that do not: what they held is free from now on.
     *
     * @return the state of this node; REMOVED: the process must end
     */
    public NodeState beat() {
        if (state(parts.node()).orElse(NodeState.REMOVED) == NodeState.REMOVED) return NodeState.REMOVED;
        return parts.database().transact(sql -> {
            Instant now = parts.leaseTime(sql);
            sql.update("UPDATE node SET seen_ms = ? WHERE node_no = ?", now.toEpochMilli(), parts.node());
            NodeState state = stateOf(sql, parts.node());
            if (state == NodeState.LOST) {
                // It was away, and its drain is forgotten with its leases: a drain that a person wants is asked for
                // again.
                sql.update("UPDATE node SET state = ? WHERE node_no = ?", NodeState.UP.code(), parts.node());
                state = NodeState.UP;
            }
            loseSilent(sql, now);
            return state;
        });
    }

    private void loseSilent(Statements sql, Instant now) {
        List<Long> silent = sql.list(
                "SELECT node_no FROM node WHERE state IN (?, ?) AND seen_ms < ? ORDER BY node_no LIMIT " + NODES_MAX
                        + " FOR UPDATE SKIP LOCKED",
                (row, at) -> row.getLong(1),
                NodeState.UP.code(),
                NodeState.DRAINING.code(),
                now.minus(LOST_AFTER).toEpochMilli());
        for (long node : silent) {
            sql.update("UPDATE node SET state = ? WHERE node_no = ?", NodeState.LOST.code(), node);
            free(sql, node);
        }
    }

    /** Frees the work of a node for the site. Its chunks are free when their leases run out. */
    private static void free(Statements sql, long node) {
        sql.update("UPDATE job_listing SET lease_node = NULL, lease_until_ms = 0 WHERE lease_node = ?", node);
        sql.update("UPDATE duty SET until_ms = 0 WHERE node_no = ?", node);
        sql.update("DELETE FROM job_progress WHERE node_no = ?", node);
        sql.update("DELETE FROM link_use WHERE node_no = ?", node); // others may take its part
    }

    private static NodeState stateOf(Statements sql, long node) {
        return sql.one(
                        "SELECT state FROM node WHERE node_no = ? FOR UPDATE",
                        (row, at) -> NodeState.ofCode(row.getInt(1)),
                        node)
                .orElse(NodeState.REMOVED);
    }

    /** True if another process of this node was started, or a command has taken the catalog over: this process must end. */
    public boolean isOvertaken() {
        return parts.database().isOvertaken();
    }

    /** This process ends in order: nobody has to wait until it is lost. */
    public void stopped() {
        parts.database().transact(sql -> {
            free(sql, parts.node());
            return sql.update(
                    "UPDATE node SET state = ? WHERE node_no = ? AND state <> ?",
                    NodeState.STOPPED.code(),
                    parts.node(),
                    NodeState.REMOVED.code());
        });
    }

    /** All nodes that were not removed, by number. */
    public List<SiteNode> all() {
        return parts.read(sql -> {
            Map<Long, List<OfferedExport>> exports = new HashMap<>();
            sql.list(
                            "SELECT e.node_no, e.export, r.root_id, e.is_writable FROM node_export e"
                                    + " LEFT JOIN export_root r ON r.root_no = e.root_no ORDER BY e.node_no, e.export LIMIT 10000",
                            (row, at) -> Map.entry(
                                    row.getLong(1),
                                    new OfferedExport(row.getString(2), row.getString(3), row.getBoolean(4))))
                    .forEach(row -> exports.computeIfAbsent(row.getKey(), missing -> new ArrayList<>())
                            .add(row.getValue()));
            return sql.list(
                    "SELECT * FROM node WHERE state <> ? ORDER BY node_no LIMIT " + NODES_MAX,
                    (row, at) -> node(row, exports.getOrDefault(row.getLong("node_no"), List.of())),
                    NodeState.REMOVED.code());
        });
    }

    private static SiteNode node(ResultSet row, List<OfferedExport> exports) throws SQLException {
        NodeDescription description = new NodeDescription(
                row.getString("process"),
                row.getString("version"),
                row.getBoolean("does_control"),
                row.getBoolean("does_data"),
                row.getString("control_url"),
                row.getString("data_address"),
                exports);
        return new SiteNode(
                row.getLong("node_no"),
                new NodeId(row.getString("node_id")),
                row.getLong("run_no"),
                NodeState.ofCode(row.getInt("state")),
                Instant.ofEpochMilli(row.getLong("seen_ms")),
                Statements.instantOf(row, "opened_at"),
                description);
    }

    /** Lets a node finish what is open and take nothing new. */
    public SiteNode drain(long node) {
        return become(node, NodeState.DRAINING, List.of(NodeState.UP, NodeState.DRAINING));
    }

    /** Lets a node that drains take work again. */
    public SiteNode resume(long node) {
        return become(node, NodeState.UP, List.of(NodeState.UP, NodeState.DRAINING));
    }

    /**
     * Removes a node for good: its process ends, and its exports and leases are free.
     *
     * @throws MoverException INVALID_REQUEST for the node of this process
     */
    public SiteNode remove(long node) {
        if (node == parts.node()) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "node-" + node + " answers this request: stop it, then remove it at another node");
        }
        SiteNode removed = become(
                node, NodeState.REMOVED, List.of(NodeState.UP, NodeState.DRAINING, NodeState.LOST, NodeState.STOPPED));
        parts.database().transact(sql -> {
            sql.update("DELETE FROM commit_group WHERE node_no = ?", node); // it commits nothing more
            sql.update("DELETE FROM place_limit WHERE kind = 'NODE' AND name = ?", String.valueOf(node));
            return sql.update("DELETE FROM node_export WHERE node_no = ?", node);
        });
        return removed;
    }

    private SiteNode become(long node, NodeState next, List<NodeState> from) {
        SiteNode found = all().stream()
                .filter(known -> known.number() == node)
                .findFirst()
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no node-" + node));
        NodeState before = parts.database().transact(sql -> {
            NodeState now = stateOf(sql, node);
            if (from.contains(now)) sql.update("UPDATE node SET state = ? WHERE node_no = ?", next.code(), node);
            return now;
        });
        if (!from.contains(before)) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "node-" + node + " is " + before + " and cannot become " + next);
        }
        parts.database().force();
        return new SiteNode(
                found.number(), found.node(), found.run(), next, found.seenAt(), found.openedAt(), found.description());
    }

    /** The state of a node now; empty if there is none. */
    public Optional<NodeState> state(long node) {
        return parts.read(sql -> sql.one(
                "SELECT state FROM node WHERE node_no = ?", (row, at) -> NodeState.ofCode(row.getInt(1)), node));
    }
}
