package org.bdm.server.catalog.tools;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogDatabase;
import org.bdm.server.catalog.db.CatalogExpectation;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Copies a catalog into another database, table by table in the order of keys, 5,000 rows a transaction. The target notes how far it is in
 * the same transaction: a move that was cut off is called again and goes on. Nothing may use either catalog meanwhile; the source is not
 * changed.
 */
public final class CatalogMove {
    private static final int ROWS_AT_ONCE = 5_000;

    private final CatalogDatabase source;
    private final CatalogDatabase target;
    private final Consumer<String> progress;

    private CatalogMove(CatalogDatabase source, CatalogDatabase target, Consumer<String> progress) {
        this.source = source;
        this.target = target;
        this.progress = progress;
    }

    /**
     * Moves, and returns when all rows are in the target.
     *
     * @param progress takes a line for a person, about one a table
     * @return number of rows in the target
     * @throws MoverException as {@code Catalog.open} for both; ILLEGAL_STATE if the target holds a catalog that was not begun by a move
     */
    public static long move(CatalogLocation from, CatalogLocation to, Consumer<String> progress) {
        try (CatalogDatabase source = CatalogDatabase.openAlone(from, CatalogExpectation.THERE);
                CatalogDatabase target = CatalogDatabase.openAlone(to, CatalogExpectation.THERE_OR_EMPTY)) {
            MoveProgress.refuseUnfinished(source);
            return new CatalogMove(source, target, progress).run(ROWS_AT_ONCE);
        }
    }

    private long run(int rowsAtOnce) {
        begin();
        long rows = 0;
        for (CatalogTable table : CatalogTable.ALL) {
            while (copy(table, rowsAtOnce)) {
                // the next rows
            }
            long copied = target.read(sql -> sql.number("SELECT COUNT(*) FROM " + table.name()));
            progress.accept(table.name() + ": " + copied + " rows");
            rows += copied;
        }
        target.transact(sql -> sql.update("UPDATE move_progress SET is_finished = TRUE"));
        return rows;
    }

    private void begin() {
        target.transact(sql -> {
            boolean isBegun = sql.number("SELECT COUNT(*) FROM move_progress") > 0;
            boolean isFinished = sql.number("SELECT COUNT(*) FROM move_progress WHERE NOT is_finished") == 0;
            boolean isUsed = sql.number("SELECT COUNT(*) FROM node") > 0;
            if (isUsed && (!isBegun || isFinished)) {
                throw new MoverException(
                        ErrorCode.ILLEGAL_STATE,
                        "the catalog " + target.location() + " is in use already; move into an empty one");
            }
            if (isBegun) return 0;
            sql.update("DELETE FROM running_number");
            sql.update("DELETE FROM shared_version");
            return sql.batch(
                            "INSERT INTO move_progress (table_name, last_key, is_finished) VALUES (?, NULL, FALSE)",
                            CatalogTable.ALL.stream()
                                    .map(table -> (@Nullable Object[]) new Object[] {table.name()})
                                    .toList())
                    .length;
        });
    }

    /** Copies the next rows; false when the table is whole. */
    private boolean copy(CatalogTable table, int rowsAtOnce) {
        Optional<String> lastKey = target.read(sql -> sql.one(
                "SELECT last_key FROM move_progress WHERE table_name = ? AND last_key IS NOT NULL",
                (row, at) -> row.getString(1),
                table.name()));
        Rows rows = source.read(sql -> rowsAfter(sql, table, lastKey, rowsAtOnce));
        if (rows.values().isEmpty()) return false;
        target.transact(sql -> {
            sql.batch(
                    "INSERT INTO " + table.name() + " (" + String.join(", ", rows.columns()) + ") VALUES ("
                            + String.join(
                                    ", ", Collections.nCopies(rows.columns().size(), "?")) + ")",
                    rows.values());
            if (table.numbered()) number(sql, table);
            return sql.update(
                    "UPDATE move_progress SET last_key = ? WHERE table_name = ?", rows.lastKey(table), table.name());
        });
        return rows.values().size() == rowsAtOnce;
    }

    private static void number(Statements sql, CatalogTable table) {
        String key = table.key().get(0);
        long next = sql.number("SELECT MAX(" + key + ") FROM " + table.name()) + 1;
        sql.execute("ALTER TABLE " + table.name() + " ALTER COLUMN " + key + " RESTART WITH " + next);
    }

    private static Rows rowsAfter(Statements sql, CatalogTable table, Optional<String> lastKey, int rowsAtOnce) {
        List<@Nullable Object> arguments = new ArrayList<>();
        String where = "";
        if (lastKey.isPresent()) {
            arguments.addAll(KeyText.read(lastKey.get()));
            String marks = String.join(", ", Collections.nCopies(table.key().size(), "?"));
            where = table.key().size() == 1
                    ? " WHERE " + table.order() + " > ?"
                    : " WHERE (" + table.order() + ") > (" + marks + ")";
        }
        arguments.add(rowsAtOnce);
        List<String> columns = new ArrayList<>();
        List<@Nullable Object[]> values = sql.list(
                "SELECT * FROM " + table.name() + where + " ORDER BY " + table.order() + " LIMIT ?",
                (row, at) -> values(row, columns),
                arguments.toArray());
        return new Rows(columns, values);
    }

    private static @Nullable Object[] values(ResultSet row, List<String> columns) throws SQLException {
        int count = row.getMetaData().getColumnCount();
        if (columns.isEmpty()) {
            for (int i = 1; i <= count; i++) {
                columns.add(row.getMetaData().getColumnLabel(i).toLowerCase(java.util.Locale.ROOT));
            }
        }
        @Nullable Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            Object value = row.getObject(i + 1);
            // PostgreSQL's driver gives a Timestamp here unless asked.
            values[i] =
                    value instanceof java.sql.Timestamp ? row.getObject(i + 1, java.time.OffsetDateTime.class) : value;
        }
        return values;
    }

    private record Rows(List<String> columns, List<@Nullable Object[]> values) {
        String lastKey(CatalogTable table) {
            @Nullable Object[] last = values.get(values.size() - 1);
            return KeyText.write(table.key().stream()
                    .map(column -> java.util.Objects.requireNonNull(last[columns.indexOf(column)]))
                    .toList());
        }
    }

    /** Keys as text: numbers, text and bytes, each with its kind. */
    private static final class KeyText {
        static String write(List<Object> key) {
            return String.join(" ", key.stream().map(KeyText::word).toList());
        }

        private static String word(Object part) {
            if (part instanceof Number number) return "n" + number;
            if (part instanceof byte[] bytes) return "b" + HexFormat.of().formatHex(bytes);
            return "t" + HexFormat.of().formatHex(part.toString().getBytes(StandardCharsets.UTF_8));
        }

        static List<Object> read(String text) {
            return Arrays.stream(text.split(" ", -1)).map(KeyText::part).toList();
        }

        private static Object part(String word) {
            String rest = word.substring(1);
            return switch (word.charAt(0)) {
                case 'n' -> Long.valueOf(rest);
                case 'b' -> HexFormat.of().parseHex(rest);
                default -> new String(HexFormat.of().parseHex(rest), StandardCharsets.UTF_8);
            };
        }
    }
}
