package org.bdm.server.catalog.holding;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.core.checksum.Checksum;
import org.bdm.server.catalog.db.DigestColumns;
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

    private record Known(long holding, Checksum digest) {}

    /** Adds the holdings of these digests, at most {@link Statements#VALUES_MAX}. */
    static void add(Statements sql, List<Checksum> digests, int rowsOfOneMax, Map<Checksum, List<Holding>> found) {
        Set<Checksum> wanted = new HashSet<>(digests);
        List<Object> arguments = new ArrayList<>(digests.stream()
                .map(digest -> ByteBuffer.wrap(sought(digest)))
                .distinct()
                .map(ByteBuffer::array)
                .toList());
        int values = arguments.size();
        if (values == 0) return;
        arguments.add(ROWS_MAX);
        List<Known> known = sql.list(
                "SELECT holding_no, algorithm, digest FROM holding_digest WHERE sought IN (" + Statements.marks(values)
                        + ") ORDER BY sought, holding_no LIMIT ?",
                (row, at) -> new Known(
                        row.getLong(1), new Checksum(DigestColumns.algorithm(row.getInt(2)), row.getBytes(3))),
                arguments.toArray());
        Map<Checksum, Set<Long>> byDigest = new HashMap<>();
        for (Known one : known) {
            Set<Long> holdings = byDigest.computeIfAbsent(one.digest(), missing -> new HashSet<>());
            if (wanted.contains(one.digest()) && holdings.size() < rowsOfOneMax) holdings.add(one.holding());
        }
        Map<Long, Holding> byNumber = holdings(sql, byDigest);
        byDigest.forEach((digest, numbers) -> {
            List<Holding> holdings = numbers.stream()
                    .sorted()
                    .filter(byNumber::containsKey)
                    .map(byNumber::get)
                    .toList();
            if (!holdings.isEmpty()) found.put(digest, holdings);
        });
    }

    private static Map<Long, Holding> holdings(Statements sql, Map<Checksum, Set<Long>> byDigest) {
        Set<Long> numbers = new HashSet<>();
        byDigest.values().forEach(numbers::addAll);
        Map<Long, Holding> byNumber = new HashMap<>();
        for (List<Long> part : Statements.parts(List.copyOf(numbers))) {
            List<HoldingRows.Numbered> rows = sql.list(
                    HoldingRows.SELECT + " WHERE h.holding_no IN (" + Statements.marks(part.size())
                            + ") ORDER BY h.holding_no LIMIT " + part.size(),
                    (row, at) -> HoldingRows.row(row),
                    part.toArray());
            HoldingRows.withDigests(sql, rows).forEach(row -> byNumber.put(row.number(), row.holding()));
        }
        return byNumber;
    }
}
