package org.bdm.server.catalog.tools;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** The rows in the target that say what a move has to copy, and how far each part is. Each within the transaction of the caller. */
final class MoveRanges {
    private MoveRanges() {}

    /**
     * A part of a table.
     *
     * @param start first column of the key of rows before the first; null: from the beginning
     * @param end first column of the key of the last rows; null: to the end
     * @param lastKey key of the last row that is in the target; null: none is
     * @param rows that are in the target
     * @param checksum of these
     */
    record Range(
            int number,
            CatalogTable table,
            @Nullable Long start,
            @Nullable Long end,
            @Nullable String lastKey,
            long rows,
            long checksum,
            boolean isCopied) {
        /** With more rows at its end. */
        Range with(TableRows more, boolean isEnd) {
            String last = more.isEmpty() ? lastKey : more.lastKey();
            return new Range(number, table, start, end, last, rows + more.size(), checksum + more.checksum(), isEnd);
        }
    }

    /**
     * Parts the tables of the source into ranges of about so many rows, by the first column of the key where it is a number. Not by
     * text, which the two databases order differently.
     */
    static List<Range> of(Statements source, int rowsMax) {
        List<Range> ranges = new ArrayList<>();
        for (CatalogTable table : CatalogTable.ALL) {
            Long start = null;
            Optional<Long> end = endAfter(source, table, start, rowsMax);
            while (end.isPresent()) {
                ranges.add(new Range(ranges.size(), table, start, end.get(), null, 0, 0, false));
                start = end.get();
                end = endAfter(source, table, start, rowsMax);
            }
            ranges.add(new Range(ranges.size(), table, start, null, null, 0, 0, false));
        }
        return ranges;
    }

    /** The end of the next range; empty if there are not so many rows, or the key is not a number. */
    private static Optional<Long> endAfter(Statements source, CatalogTable table, @Nullable Long start, int rowsMax) {
        String first = table.key().get(0);
        String from = " FROM " + table.name() + (start == null ? "" : " WHERE " + first + " > " + start);
        return source.one(
                        "SELECT " + first + from + " ORDER BY " + first + " LIMIT 1 OFFSET ?",
                        (row, at) -> Optional.of(row.getObject(1))
                                .filter(Number.class::isInstance)
                                .map(key -> ((Number) key).longValue()),
                        rowsMax - 1)
                .flatMap(found -> found);
    }

    static void insert(Statements target, List<Range> ranges) {
        target.batch(
                "INSERT INTO move_range (range_no, table_name, after_number, last_key, end_number, row_count, check_sum, is_copied)"
                        + " VALUES (?, ?, ?, NULL, ?, 0, 0, FALSE)",
                ranges.stream()
                        .map(range -> (@Nullable Object[])
                                new Object[] {range.number(), range.table().name(), range.start(), range.end()})
                        .toList());
    }

    /** Removes the rows of a table that were copied. */
    static void beginAgain(Statements target, String table) {
        target.update("DELETE FROM " + table);
        target.update(
                "UPDATE move_range SET last_key = NULL, row_count = 0, check_sum = 0, is_copied = FALSE WHERE table_name = ?",
                table);
    }

    static List<Range> all(Statements target) {
        return target.list(
                "SELECT * FROM move_range ORDER BY range_no LIMIT 1000000",
                (row, at) -> new Range(
                        row.getInt("range_no"),
                        CatalogTable.named(row.getString("table_name")),
                        number(row, "after_number"),
                        number(row, "end_number"),
                        row.getString("last_key"),
                        row.getLong("row_count"),
                        row.getLong("check_sum"),
                        row.getBoolean("is_copied")));
    }

    private static @Nullable Long number(ResultSet row, String column) throws SQLException {
        long number = row.getLong(column);
        return row.wasNull() ? null : number;
    }

    static void update(Statements target, Range range) {
        target.update(
                "UPDATE move_range SET last_key = ?, row_count = ?, check_sum = ?, is_copied = ? WHERE range_no = ?",
                range.lastKey(),
                range.rows(),
                range.checksum(),
                range.isCopied(),
                range.number());
    }
}
