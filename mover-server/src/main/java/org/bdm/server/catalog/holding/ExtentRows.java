package org.bdm.server.catalog.holding;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Compares what is listed of stored dataset versions with what indexes announce and what a person confirmed. */
public final class ExtentRows {
    private static final int ROWS_MAX = 1_000_000;
    private static final int SENTENCE_LENGTH_MAX = 4_000;

    private ExtentRows() {}

    /** The files and bytes that are listed of a set. */
    public record Listed(
            long set, int files, long bytes, @Nullable Long nameSum) {}

    private record Confirmed(
            int files, long bytes, @Nullable Long nameSum, String contradiction) {
        boolean isOf(Listed listed) {
            return files == listed.files()
                    && bytes == listed.bytes()
                    && (nameSum == null ? listed.nameSum() == null : nameSum.equals(listed.nameSum()));
        }
    }

    private record Claim(long set, ClaimedExtent.Announced announced, boolean areSizesKnown) {}

    /** By number of the set, how its claims disagree about its extent; none for sets of which they agree, or which a person confirmed so. */
    static Map<Long, String> contradictions(Statements sql, Collection<Listed> sets) {
        Map<Long, String> found = said(sql, sets);
        if (found.isEmpty()) return found;
        Map<Long, Confirmed> confirmed = confirmed(sql, found.keySet());
        for (Listed set : sets) {
            Confirmed known = confirmed.get(set.set());
            boolean isConfirmed =
                    known != null && known.isOf(set) && known.contradiction().equals(found.get(set.set()));
            if (isConfirmed) found.remove(set.set());
        }
        return found;
    }

    /** True if a person confirmed that what is listed is all of it. */
    static boolean isConfirmed(Statements sql, Listed set) {
        Confirmed known = confirmed(sql, List.of(set.set())).get(set.set());
        return known != null && known.isOf(set);
    }

    /** Keeps that; gives how the claims disagree, empty if they do not. */
    public static String confirm(ChangeWork work, Listed set, String by) {
        Statements sql = work.sql();
        String contradiction = said(sql, List.of(set)).getOrDefault(set.set(), "");
        sql.update("DELETE FROM confirmed_extent WHERE set_no = ?", set.set());
        sql.update(
                "INSERT INTO confirmed_extent (set_no, files, bytes, name_sum, contradiction, confirmed_by, confirmed_ms)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                set.set(),
                set.files(),
                set.bytes(),
                set.nameSum(),
                contradiction,
                Statements.cut(by, 200),
                work.now().toEpochMilli());
        return contradiction;
    }

    /** Returns what is listed of a stored set; UNKNOWN_DATASET. */
    public static Listed listed(Statements sql, String instanceId) {
        return sql.one(
                        "SELECT set_no, files, bytes, name_sum FROM replica_set WHERE instance_key = ?",
                        (row, at) -> new Listed(
                                row.getLong(1), row.getInt(2), row.getLong(3), Statements.longOrNull(row, "name_sum")),
                        InstanceKey.of(instanceId))
                .orElseThrow(() ->
                        new MoverException(ErrorCode.UNKNOWN_DATASET, "nothing is stored of '" + instanceId + "'"));
    }

    private static Map<Long, String> said(Statements sql, Collection<Listed> sets) {
        Map<Long, List<Claim>> claims = new HashMap<>();
        List<Long> numbers = sets.stream().map(Listed::set).toList();
        for (List<Long> part : Statements.parts(numbers)) {
            others(sql, part)
                    .forEach(claim -> claims.computeIfAbsent(claim.set(), missing -> new ArrayList<>())
                            .add(claim));
        }
        Map<Long, String> found = new HashMap<>();
        for (Listed set : sets) {
            List<Claim> others = claims.getOrDefault(set.set(), List.of());
            if (others.isEmpty()) continue;
            ClaimedExtent extent =
                    new ClaimedExtent(set.files(), set.bytes(), others.get(0).areSizesKnown());
            extent.contradiction(others.stream().map(Claim::announced).toList())
                    .ifPresent(text -> found.put(set.set(), Statements.cut(text, SENTENCE_LENGTH_MAX)));
        }
        return found;
    }

    /** Claims of nodes that are still said to have the dataset, and announce something else than is listed: few, of millions. */
    private static List<Claim> others(Statements sql, List<Long> sets) {
        return sql.list(
                "SELECT c.set_no, i.name AS index_name, d.name AS node_name, c.files, c.bytes, n.variant,"
                        + " NOT EXISTS (SELECT 1 FROM replica_file f WHERE f.set_no = c.set_no AND f.variant = 0"
                        + " AND f.size < 0) AS sizes_known"
                        + " FROM replica_claim c JOIN replica_set s ON s.set_no = c.set_no"
                        + " JOIN replica_node n ON n.set_no = c.set_no AND n.data_node_no = c.data_node_no"
                        + " JOIN data_node d ON d.data_node_no = c.data_node_no"
                        + " JOIN outside_index i ON i.index_no = c.index_no"
                        + " WHERE c.set_no IN (" + Statements.marks(sets.size())
                        + ") AND (c.files <> s.files OR c.bytes <> s.bytes) LIMIT " + ROWS_MAX,
                (row, at) -> {
                    Long variant = Statements.longOrNull(row, "variant");
                    return new Claim(
                            row.getLong("set_no"),
                            new ClaimedExtent.Announced(
                                    row.getString("index_name"),
                                    row.getString("node_name"),
                                    optional(Statements.longOrNull(row, "files")),
                                    optional(Statements.longOrNull(row, "bytes")),
                                    variant != null && variant != 0),
                            row.getBoolean("sizes_known"));
                },
                sets.toArray());
    }

    private static OptionalLong optional(@Nullable Long number) {
        return number == null ? OptionalLong.empty() : OptionalLong.of(number);
    }

    private static Map<Long, Confirmed> confirmed(Statements sql, Collection<Long> sets) {
        Map<Long, Confirmed> confirmed = new HashMap<>();
        for (List<Long> part : Statements.parts(List.copyOf(sets))) {
            sql.list(
                            "SELECT set_no, files, bytes, name_sum, contradiction FROM confirmed_extent WHERE set_no IN ("
                                    + Statements.marks(part.size()) + ") LIMIT " + part.size(),
                            (row, at) -> Map.entry(
                                    row.getLong(1),
                                    new Confirmed(
                                            row.getInt(2),
                                            row.getLong(3),
                                            Statements.longOrNull(row, "name_sum"),
                                            Optional.ofNullable(row.getString(5))
                                                    .orElse(""))),
                            part.toArray())
                    .forEach(found -> confirmed.put(found.getKey(), found.getValue()));
        }
        return confirmed;
    }
}
