package org.bdm.server.catalog.holding;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.bdm.core.checksum.Checksum;
import org.bdm.server.catalog.db.Statements;

/**
 * Finds holdings by what is known of their bytes. Small files that are in no dataset are not found: each digest lands in another place of the
 * index, which cost more than all else that is written for a small file, and fetching one again costs little.
 */
final class HeldDigestRows {
    static final long SIZE_SOUGHT_MIN = 1 << 20;
    private static final int SOUGHT_BYTES = 8;
    private static final int ROWS_MAX = 5_000;

    private HeldDigestRows() {}

    /** True if a holding is found by its digests. As in the script V17, which did it for those that were there. */
    static boolean isSought(Holding holding) {
        return holding.dataset() != null || holding.size() >= SIZE_SOUGHT_MIN;
    }

    /** The part of a digest that the index keeps: enough to tell most from each other. */
    static byte[] sought(Checksum digest) {
        byte[] value = digest.value();
        return Arrays.copyOf(value, Math.min(value.length, SOUGHT_BYTES));
    }

    /** Adds the holdings of these digests, at most {@link Statements#VALUES_MAX}. */
    static void add(Statements sql, List<Checksum> digests, int rowsOfOneMax, Map<Checksum, List<Holding>> found) {
        List<Object> arguments = new ArrayList<>(digests.stream()
                .map(digest -> ByteBuffer.wrap(sought(digest)))
                .distinct()
                .map(ByteBuffer::array)
                .toList());
        int values = arguments.size();
        if (values == 0) return;
        arguments.add(ROWS_MAX);
        Map<ByteBuffer, Set<Long>> numbers = new HashMap<>();
        sql.list(
                        "SELECT sought, holding_no FROM sought_digest WHERE sought IN (" + Statements.marks(values)
                                + ") ORDER BY sought, holding_no LIMIT ?",
                        (row, at) -> Map.entry(ByteBuffer.wrap(row.getBytes(1)), row.getLong(2)),
                        arguments.toArray())
                .forEach(row -> {
                    Set<Long> ofOne = numbers.computeIfAbsent(row.getKey(), missing -> new HashSet<>());
                    if (ofOne.size() < rowsOfOneMax) ofOne.add(row.getValue());
                });
        SortedSet<Long> all = new TreeSet<>();
        numbers.values().forEach(all::addAll);
        Set<Checksum> wanted = new HashSet<>(digests);
        for (HoldingRows.Numbered row : rows(sql, all)) {
            row.holding().digests().stream()
                    .map(HoldingDigest::digest)
                    .distinct()
                    .filter(wanted::contains)
                    .map(digest -> found.computeIfAbsent(digest, missing -> new ArrayList<>()))
                    .filter(of -> of.size() < rowsOfOneMax)
                    .forEach(of -> of.add(row.holding()));
        }
    }

    /** In the order of the numbers. */
    private static List<HoldingRows.Numbered> rows(Statements sql, SortedSet<Long> numbers) {
        List<HoldingRows.Numbered> rows = new ArrayList<>();
        for (List<Long> part : Statements.parts(List.copyOf(numbers))) {
            rows.addAll(sql.list(
                    HoldingRows.SELECT + " WHERE h.holding_no IN (" + Statements.marks(part.size())
                            + ") ORDER BY h.holding_no LIMIT " + part.size(),
                    (row, at) -> HoldingRows.row(row),
                    part.toArray()));
        }
        return rows;
    }
}
