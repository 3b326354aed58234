package org.bdm.server.catalog.tools;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.bdm.server.catalog.db.Dialect;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a table, in the order of their keys, in a form that does not depend on the database. Immutable.
 *
 * @param columns in lower case, by name
 * @param values of each row, in the order of the columns
 */
record TableRows(CatalogTable table, List<String> columns, List<@Nullable Object[]> values) {
    private static final long FNV_START = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000000b3L;

    /**
     * Reads rows of a range.
     *
     * @param lastKey key of the row before the first; null: from the beginning of the range
     */
    static TableRows read(Statements sql, MoveRanges.Range range, @Nullable String lastKey, int rowsMax) {
        CatalogTable table = range.table();
        String first = table.key().get(0);
        List<@Nullable Object> arguments = new ArrayList<>();
        List<String> conditions = new ArrayList<>();
        if (range.start() != null) {
            conditions.add(first + " > ?");
            arguments.add(range.start());
        }
        if (range.end() != null) {
            conditions.add(first + " <= ?");
            arguments.add(range.end());
        }
        if (lastKey != null) {
            List<Object> key = KeyText.read(lastKey);
            conditions.add(first + " >= ?"); // lets H2 find the place by the index
            arguments.add(key.get(0));
            conditions.add("(" + table.order() + ") > (" + Statements.marks(key.size()) + ")");
            arguments.addAll(key);
        }
        arguments.add(rowsMax);
        List<String> columns = new ArrayList<>();
        List<@Nullable Object[]> values = sql.list(
                "SELECT * FROM " + table.name()
                        + (conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions))
                        + " ORDER BY " + table.order() + " LIMIT ?",
                (row, at) -> values(row, columns),
                arguments.toArray());
        return new TableRows(table, columns, values);
    }

    private static @Nullable Object[] values(ResultSet row, List<String> columns) throws SQLException {
        int count = row.getMetaData().getColumnCount();
        if (columns.isEmpty()) {
            for (int i = 1; i <= count; i++) {
                columns.add(row.getMetaData().getColumnLabel(i).toLowerCase(Locale.ROOT));
            }
        }
        @Nullable Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            Object value = row.getObject(i + 1);
            // PostgreSQL's driver gives a Timestamp here unless asked.
            if (value instanceof Timestamp) value = row.getObject(i + 1, OffsetDateTime.class);
            values[i] = value instanceof String text ? text.replace('\0', '\uFFFD') : value;
        }
        return values;
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    int size() {
        return values.size();
    }

    /** Key of the last row. */
    String lastKey() {
        @Nullable Object[] last = values.get(values.size() - 1);
        return KeyText.write(table.key().stream()
                .map(column -> Objects.requireNonNull(last[columns.indexOf(column)]))
                .toList());
    }

    /** Returns the sum of a checksum of each row: the same on both databases, in whatever order rows and columns come. */
    long checksum() {
        long[] names = columns.stream()
                .mapToLong(name -> hash(FNV_START, name.getBytes(StandardCharsets.US_ASCII)))
                .toArray();
        long sum = 0;
        for (@Nullable Object[] row : values) {
            long ofRow = 0;
            for (int i = 0; i < row.length; i++) {
                String text = text(row[i]);
                if (text == null) continue;
                ofRow += mixed(hash(names[i], text.getBytes(StandardCharsets.UTF_8)));
            }
            sum += mixed(ofRow);
        }
        return sum;
    }

    private static long hash(long start, byte[] bytes) {
        long hash = start;
        for (byte b : bytes) hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        return hash;
    }

    private static long mixed(long hash) {
        long mixed = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ (mixed >>> 33);
    }

    private static @Nullable String text(@Nullable Object value) {
        if (value == null) return null;
        if (value instanceof byte[] bytes) return "\\x" + HexFormat.of().formatHex(bytes);
        if (value instanceof OffsetDateTime time) return time.toInstant().toString();
        return value.toString();
    }

    /** Writes them into the same table of another database, by the fastest way that it has. */
    void insert(Statements sql, Dialect dialect) {
        String names = String.join(", ", columns);
        switch (dialect) {
            case POSTGRESQL ->
                sql.copyIn(
                        "COPY " + table.name() + " (" + names + ") FROM STDIN",
                        copied().getBytes(StandardCharsets.UTF_8));
            case H2 ->
                sql.batch(
                        "INSERT INTO " + table.name() + " (" + names + ") VALUES (" + Statements.marks(columns.size())
                                + ")",
                        values);
        }
    }

    /** In the text format of COPY. */
    private String copied() {
        StringBuilder lines = new StringBuilder(values.size() * 128);
        for (@Nullable Object[] row : values) {
            for (int i = 0; i < row.length; i++) {
                if (i > 0) lines.append('\t');
                String text = text(row[i]);
                if (text == null) lines.append("\\N");
                else escape(text, lines);
            }
            lines.append('\n');
        }
        return lines.toString();
    }

    private static void escape(String text, StringBuilder line) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> line.append("\\\\");
                case '\t' -> line.append("\\t");
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                default -> line.append(c);
            }
        }
    }
}
