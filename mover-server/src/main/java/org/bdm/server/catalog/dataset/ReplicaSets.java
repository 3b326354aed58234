package org.bdm.server.catalog.dataset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Cursor;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.holding.DatasetMarkRows;
import org.bdm.server.catalog.holding.ExtentRows;
import org.bdm.server.catalog.holding.HeldDatasetCounts;
import org.bdm.server.catalog.job.Events;
import org.jspecify.annotations.Nullable;

/** The dataset versions of ESGF as far as they are known: their files, copies, and who says what. Names are compared without regard to case. */
public final class ReplicaSets {
    private static final int BASES_MAX = 200;

    private static final int VERSIONS_MAX = 1_000;
    private static final int ROWS_LOOKED_THROUGH_MAX = 10_000;

    static final RecordColumns<ReplicaSetSummary> SUMMARY = RecordColumns.of(
            ReplicaSetSummary.class,
            "set_no instance_id project is_latest is_retracted is_deprecated files bytes variants nodes"
                    + " first_seen_ms last_seen_ms");

    private final CatalogParts parts;

    public ReplicaSets(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * Stores a set, or replaces what is known of it: its first sighting stays, claims that are not said again stay with the time they were
     * last said, everything else is as given. Holdings of its versions get the states that follow. Waits for room in the queue.
     *
     * @param latest answers to which versions of the same dataset are the latest, by number of the set, that changed with this
     */
    public CompletableFuture<ReplicaSetSummary> put(ReplicaSet set, Map<Long, Boolean> latest) {
        Map<Long, Boolean> changed = Map.copyOf(latest);
        return parts.writeWaiting(ReplicaSetRows.rows(set), work -> {
            changed.forEach((number, isLatest) ->
                    work.sql().update("UPDATE replica_set SET is_latest = ? WHERE set_no = ?", isLatest, number));
            ReplicaSetSummary stored = new ReplicaSetRows(work).put(set);
            HeldDatasetCounts.refresh(work.sql(), new DatasetMarkRows(work).refresh(set.instanceId()));
            return stored;
        });
    }

    /**
     * Keeps that a person looked at a set and says that what is listed is all of it; states of holdings follow. It counts until something
     * else is listed or announced.
     *
     * @param files that the person saw; another number is refused, as is {@code bytes}
     * @throws MoverException through the future: UNKNOWN_DATASET; ILLEGAL_STATE if nothing is listed, or something else than was seen
     */
    public CompletableFuture<ReplicaSetSummary> confirm(String instanceId, int files, long bytes, String by) {
        return parts.write(work -> {
            ExtentRows.Listed listed = ExtentRows.listed(work.sql(), instanceId);
            if (listed.files() == 0 || listed.files() != files || listed.bytes() != bytes) {
                throw new MoverException(
                        ErrorCode.ILLEGAL_STATE,
                        "listed of " + instanceId + " are " + listed.files() + " files and " + listed.bytes()
                                + " bytes now: look at it again");
            }
            String contradiction = ExtentRows.confirm(work, listed, by);
            String against = contradiction.isEmpty() ? "" : ", although " + contradiction;
            String text = instanceId + ": " + by + " confirms that its " + files + " files and " + bytes
                    + " bytes are all of it" + against;
            Events.add(work, null, "EXTENT_CONFIRMED", text, "{}");
            HeldDatasetCounts.refresh(
                    work.sql(), new DatasetMarkRows(work).refresh(instanceId.toLowerCase(Locale.ROOT)));
            return summary(work.sql(), instanceId).orElseThrow();
        });
    }

    /** The set of this name. */
    public Optional<StoredReplicaSet> find(String instanceId) {
        return parts.read(sql -> summary(sql, instanceId)
                .map(summary -> new StoredReplicaSet(summary, ReplicaSetReading.of(sql, summary))));
    }

    /** Returns what is known of the set of this name, without its files. */
    public Optional<ReplicaSetSummary> summary(String instanceId) {
        return parts.read(sql -> summary(sql, instanceId));
    }

    static Optional<ReplicaSetSummary> summary(Statements sql, String instanceId) {
        return sql.one("SELECT * FROM replica_set WHERE instance_key = ?", SUMMARY, InstanceKey.of(instanceId));
    }

    /** All stored versions of a dataset, by its name without version; at most 1,000. */
    public List<ReplicaSetSummary> versions(String masterId) {
        String prefix = masterId + ".v";
        return parts
                .read(sql -> sql.list(
                        "SELECT * FROM replica_set WHERE instance_key >= ? AND instance_key < ? ORDER BY instance_key LIMIT ?",
                        SUMMARY,
                        InstanceKey.of(prefix),
                        behind(InstanceKey.of(prefix)),
                        VERSIONS_MAX))
                .stream()
                .filter(found -> isVersion(found.instanceId().substring(prefix.length())))
                .toList();
    }

    private static boolean isVersion(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Returns what addresses of files at a node begin with, as indexes told; not all of them. */
    public List<String> basesOf(String node) {
        return parts.read(sql -> sql.list(
                "SELECT r.url_base FROM replica_node r JOIN data_node d ON d.data_node_no = r.data_node_no"
                        + " WHERE d.name = ? AND r.url_base IS NOT NULL LIMIT ?",
                (row, at) -> row.getString(1),
                node,
                BASES_MAX));
    }

    /** True if a record names a data node so. */
    public boolean isDataNode(String name) {
        return parts.read(sql -> sql.number("SELECT COUNT(*) FROM data_node WHERE name = ?", name)) > 0;
    }

    /** Sets in the order of their names. A page may be short, or empty, and still not be the last. */
    public RowPage<ReplicaSetSummary> page(ReplicaSetQuery query) {
        int limit = CatalogParts.checkedRows(query.rowsMax());
        return parts.read(sql -> page(sql, query, limit));
    }

    private static RowPage<ReplicaSetSummary> page(Statements sql, ReplicaSetQuery query, int limit) {
        byte[] from = InstanceKey.of(query.prefix());
        boolean isAfter = query.cursor() != null;
        if (query.cursor() != null) {
            from = sql.one(
                            "SELECT instance_key FROM replica_set WHERE set_no = ?",
                            (row, at) -> row.getBytes(1),
                            Cursor.read(query.cursor()))
                    .orElse(from);
        }
        StringBuilder where = new StringBuilder(isAfter ? "instance_key > ?" : "instance_key >= ?");
        List<@Nullable Object> arguments = new ArrayList<>(List.of(from));
        if (!query.prefix().isEmpty()) {
            where.append(" AND instance_key < ?");
            arguments.add(behind(InstanceKey.of(query.prefix())));
        }
        Optional<Long> node = query.node()
                .map(name ->
                        sql.number("SELECT data_node_no FROM data_node WHERE name = ?", name.toLowerCase(Locale.ROOT)));
        int looked = isFiltered(query) ? ROWS_LOOKED_THROUGH_MAX : limit;
        arguments.add(looked);
        List<ReplicaSetSummary> rows = sql.list(
                "SELECT * FROM replica_set WHERE " + where + " ORDER BY instance_key LIMIT ?",
                SUMMARY,
                arguments.toArray());
        return filtered(sql, rows, query, node, limit, looked);
    }

    private static boolean isFiltered(ReplicaSetQuery query) {
        return query.retracted().isPresent()
                || query.latest().isPresent()
                || query.divergent().isPresent()
                || query.node().isPresent();
    }

    private static RowPage<ReplicaSetSummary> filtered(
            Statements sql,
            List<ReplicaSetSummary> rows,
            ReplicaSetQuery query,
            Optional<Long> node,
            int limit,
            int looked) {
        List<ReplicaSetSummary> found = new ArrayList<>();
        for (ReplicaSetSummary row : rows) {
            if (!fits(row, query) || !isAt(sql, row, node)) continue;
            found.add(row);
            if (found.size() == limit && !row.equals(rows.get(rows.size() - 1))) {
                return new RowPage<>(found, Cursor.write(row.number()));
            }
        }
        boolean isEnd = rows.size() < looked;
        return new RowPage<>(
                found, isEnd ? null : Cursor.write(rows.get(rows.size() - 1).number()));
    }

    private static boolean fits(ReplicaSetSummary row, ReplicaSetQuery query) {
        return query.retracted().map(wanted -> wanted == row.retracted()).orElse(true)
                && query.latest().map(wanted -> wanted == row.latest()).orElse(true)
                && query.divergent().map(wanted -> wanted == row.variants() > 1).orElse(true);
    }

    private static boolean isAt(Statements sql, ReplicaSetSummary row, Optional<Long> node) {
        return node.map(number -> sql.number(
                                "SELECT COUNT(*) FROM replica_node WHERE set_no = ? AND data_node_no = ?",
                                row.number(),
                                number)
                        > 0)
                .orElse(true);
    }

    /** The smallest key that does not begin so. UTF-8 has no byte 255, so adding one to the last byte is always possible. */
    private static byte[] behind(byte[] prefix) {
        byte[] next = Arrays.copyOf(prefix, prefix.length);
        next[next.length - 1]++;
        return next;
    }
}
