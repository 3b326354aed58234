package org.bdm.server.catalog.dataset;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.holding.DatasetMarkRows;
import org.bdm.server.catalog.holding.HeldDatasetCounts;
import org.bdm.server.catalog.job.Events;

/**
 * The numbers of files and bytes that indexes announced which are asked no more. One counts no more where it contradicts what is listed and an
 * index that is asked announces just that. Without such a witness the doubt stays, and a person decides: a list that is not whole must not take
 * the place of files that are held.
 */
final class ForgottenExtents {
    private final ChangeWork work;
    private final Statements sql;
    private final List<Long> asked;
    private final List<Long> forgotten;

    private record Announced(long set, String instanceId) {}

    /** With the numbers of the indexes that are asked, and of the others. */
    ForgottenExtents(ChangeWork work, Collection<Long> asked, Collection<Long> forgotten) {
        this.work = work;
        this.sql = work.sql();
        this.asked = List.copyOf(asked);
        this.forgotten = List.copyOf(forgotten);
    }

    /** Returns how many sets; the usual start has no index less than the one before, and looks at none. */
    int dismiss(int setsMax) {
        if (forgotten.isEmpty() || asked.isEmpty()) return 0;
        List<Announced> found = sql.list(
                "SELECT DISTINCT s.set_no, s.instance_id FROM replica_claim c JOIN replica_set s ON s.set_no = c.set_no"
                        + " WHERE c.index_no IN (" + shown(forgotten)
                        + ") AND (c.files <> s.files OR c.bytes <> s.bytes)"
                        + " AND EXISTS (SELECT 1 FROM replica_claim w WHERE w.set_no = s.set_no AND w.index_no IN ("
                        + shown(asked) + ") AND w.files = s.files AND (w.bytes IS NULL OR w.bytes = s.bytes))"
                        + " ORDER BY s.set_no LIMIT " + setsMax,
                (row, at) -> new Announced(row.getLong(1), row.getString(2)));
        found.forEach(this::dismiss);
        return found.size();
    }

    /** Numbers need no marks, of which a statement has only so many. */
    private static String shown(List<Long> numbers) {
        return String.join(", ", numbers.stream().map(String::valueOf).toList());
    }

    private void dismiss(Announced one) {
        String others = "set_no = ? AND index_no IN (" + shown(forgotten) + ")";
        List<String> saying = sql.list(
                "SELECT DISTINCT i.name FROM replica_claim c JOIN outside_index i ON i.index_no = c.index_no"
                        + " JOIN replica_set s ON s.set_no = c.set_no WHERE c.set_no = ? AND c.index_no IN ("
                        + shown(forgotten)
                        + ") AND (c.files <> s.files OR c.bytes <> s.bytes) ORDER BY i.name LIMIT 10",
                (row, at) -> row.getString(1),
                one.set());
        sql.update("UPDATE replica_claim SET files = NULL, bytes = NULL WHERE " + others, one.set());
        String text = one.instanceId() + ": the number of files and bytes that " + String.join(", ", saying)
                + " announced counts no more: that index is not configured, and one that is announces what is listed";
        Events.add(work, null, "CLAIM_DISMISSED", text, "{}");
        HeldDatasetCounts.refresh(
                sql, new DatasetMarkRows(work).refresh(one.instanceId().toLowerCase(Locale.ROOT)));
    }
}
