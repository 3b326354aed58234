package org.bdm.server.catalog.dataset;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.holding.DatasetMarkRows;
import org.bdm.server.catalog.holding.HeldDatasetCounts;
import org.bdm.server.catalog.job.Events;

/**
 * The claims against dataset versions, of indexes that nobody can ask any more: that they were withdrawn, are larger or smaller, or have
 * other checksums.
 */
public final class Withdrawals {
    private static final int SETS_AT_ONCE = 100;
    private static final int INDEXES_MAX = 1_000;

    private final CatalogParts parts;

    public Withdrawals(CatalogParts parts) {
        this.parts = parts;
    }

    private record Withdrawn(long set, String instanceId) {}

    /**
     * Lets withdrawals count no more that only indexes claim which are asked no more, and numbers of files and bytes that only they contradict,
     * checksums that only they say,
     * and tells each as an event: who said it can never take it back. States of holdings follow. At most 100 of each at once; the future gives
     * how many.
     *
     * @param asked names of the indexes that are asked, and of the stream of events; at least one
     */
    public CompletableFuture<Integer> dismiss(Collection<String> asked) {
        List<String> names = List.copyOf(new TreeSet<>(asked));
        if (names.isEmpty()) throw new IllegalArgumentException("without any index nothing is known of withdrawals");
        return parts.writeWaiting(2 * SETS_AT_ONCE, work -> {
            List<Withdrawn> found = found(work.sql(), names);
            for (Withdrawn one : found) dismiss(work, one, names);
            Map<Long, String> indexes = indexes(work.sql());
            Set<Long> known = new TreeSet<>(indexes.keySet());
            known.removeIf(number -> !names.contains(indexes.get(number)));
            Map<Long, String> forgotten = new TreeMap<>(indexes);
            forgotten.keySet().removeAll(known);
            return found.size()
                    + new ForgottenExtents(work, known, forgotten.keySet()).dismiss(SETS_AT_ONCE)
                    + new ForgottenDigests(work, known, forgotten).dismiss(SETS_AT_ONCE);
        });
    }

    private static Map<Long, String> indexes(Statements sql) {
        Map<Long, String> names = new TreeMap<>();
        sql.list(
                "SELECT index_no, name FROM outside_index ORDER BY index_no LIMIT " + INDEXES_MAX,
                (row, at) -> names.put(row.getLong(1), row.getString(2)));
        return names;
    }

    private static List<Withdrawn> found(Statements sql, List<String> names) {
        return sql.list(
                "SELECT s.set_no, s.instance_id FROM replica_set s WHERE s.is_retracted"
                        + " AND EXISTS (SELECT 1 FROM replica_claim c WHERE c.set_no = s.set_no AND c.is_retracted)"
                        + " AND NOT EXISTS (SELECT 1 FROM replica_claim c JOIN outside_index i ON i.index_no = c.index_no"
                        + " WHERE c.set_no = s.set_no AND c.is_retracted AND i.name IN ("
                        + Statements.marks(names.size())
                        + ")) ORDER BY s.set_no LIMIT " + SETS_AT_ONCE,
                (row, at) -> new Withdrawn(row.getLong(1), row.getString(2)),
                names.toArray());
    }

    private static void dismiss(ChangeWork work, Withdrawn one, List<String> names) {
        Statements sql = work.sql();
        List<String> saying = sql.list(
                "SELECT DISTINCT i.name FROM replica_claim c JOIN outside_index i ON i.index_no = c.index_no"
                        + " WHERE c.set_no = ? AND c.is_retracted ORDER BY i.name LIMIT 10",
                (row, at) -> row.getString(1),
                one.set());
        List<Object> arguments = new ArrayList<>(List.of(one.set()));
        arguments.addAll(names);
        sql.update(
                "UPDATE replica_claim SET is_retracted = NULL WHERE set_no = ? AND is_retracted AND index_no NOT IN"
                        + " (SELECT i.index_no FROM outside_index i WHERE i.name IN (" + Statements.marks(names.size())
                        + "))",
                arguments.toArray());
        sql.update("UPDATE replica_node SET is_retracted = FALSE WHERE set_no = ?", one.set());
        sql.update(
                "UPDATE replica_set SET is_retracted = FALSE, content_sha256 = ? WHERE set_no = ?",
                new byte[0],
                one.set());
        String text = one.instanceId() + ": that it was withdrawn counts no more; " + String.join(", ", saying)
                + " said it, and is not configured any more";
        Events.add(work, null, "CLAIM_DISMISSED", text, "{}");
        HeldDatasetCounts.refresh(
                sql, new DatasetMarkRows(work).refresh(one.instanceId().toLowerCase(Locale.ROOT)));
    }
}
