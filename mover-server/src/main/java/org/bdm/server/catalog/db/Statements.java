package org.bdm.server.catalog.db;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.bdm.core.checksum.Checksum;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.springframework.jdbc.core.BatchPreparedStatementSetter;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCreator;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.support.GeneratedKeyHolder;

/** SQL statements with their arguments, on one connection or on a pool. Times are kept to the millisecond, digests as bytes. */
public final class Statements {
    /** The maximum number of values of one IN. */
    static final int VALUES_MAX = 500;

    private final JdbcTemplate jdbc;

    Statements(DataSource connections) {
        this.jdbc = new JdbcTemplate(connections);
    }

    public <T> List<T> list(String sql, RowMapper<T> row, @Nullable Object... arguments) {
        return jdbc.query(sql, statement -> set(statement, arguments), row);
    }

    public <T> List<T> list(String sql, RecordColumns<T> columns, @Nullable Object... arguments) {
        return Objects.requireNonNull(jdbc.query(sql, statement -> set(statement, arguments), columns::all));
    }

    public <T> Optional<T> one(String sql, RowMapper<T> row, @Nullable Object... arguments) {
        return one(sql, list(sql, row, arguments));
    }

    public <T> Optional<T> one(String sql, RecordColumns<T> columns, @Nullable Object... arguments) {
        return one(sql, list(sql, columns, arguments));
    }

    private static <T> Optional<T> one(String sql, List<T> rows) {
        if (rows.size() > 1) throw new IllegalStateException(rows.size() + " rows where one was expected: " + sql);
        return rows.stream().findFirst();
    }

    /** A number; 0 if there is no row or it is null. */
    public long number(String sql, @Nullable Object... arguments) {
        return one(sql, (row, at) -> row.getLong(1), arguments).orElse(0L);
    }

    public int update(String sql, @Nullable Object... arguments) {
        return jdbc.update(sql, statement -> set(statement, arguments));
    }

    /** Rows changed, per row of arguments; of an INSERT not known, since many rows may go in one statement. */
    public int[] batch(String sql, List<@Nullable Object[]> rows) {
        if (rows.isEmpty()) return new int[0];
        return jdbc.batchUpdate(sql, new BatchPreparedStatementSetter() {
            @Override
            public void setValues(PreparedStatement statement, int at) throws SQLException {
                set(statement, rows.get(at));
            }

            @Override
            public int getBatchSize() {
                return rows.size();
            }
        });
    }

    /**
     * Gives PostgreSQL rows in the text format of its COPY; on the connection of the transaction.
     *
     * @param copy the statement, which ends with FROM STDIN
     * @return number of rows
     */
    public long copyIn(String copy, byte[] rows) {
        ConnectionCallback<Long> copying = connection -> {
            try {
                return connection.unwrap(PGConnection.class).getCopyAPI().copyIn(copy, new ByteArrayInputStream(rows));
            } catch (IOException e) {
                throw new SQLNonTransientConnectionException("the rows of COPY cannot be sent", "08006", e);
            }
        };
        Long copied = jdbc.execute(copying);
        return copied == null ? 0 : copied;
    }

    /** Inserts a row and gives the number that the database chose for {@code keyColumn}. */
    public long insert(String sql, String keyColumn, @Nullable Object... arguments) {
        PreparedStatementCreator creator = connection -> {
            PreparedStatement statement = connection.prepareStatement(sql, new String[] {keyColumn});
            set(statement, arguments);
            return statement;
        };
        GeneratedKeyHolder key = new GeneratedKeyHolder();
        jdbc.update(creator, key);
        Number number = key.getKey();
        if (number == null) throw new IllegalStateException("the database gave no number: " + sql);
        return number.longValue();
    }

    public void execute(String sql) {
        jdbc.execute(sql);
    }

    private static void set(PreparedStatement statement, @Nullable Object[] arguments) throws SQLException {
        for (int i = 0; i < arguments.length; i++) statement.setObject(i + 1, stored(arguments[i]));
    }

    private static @Nullable Object stored(@Nullable Object argument) {
        if (argument instanceof Instant instant) {
            return instant.truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
        }
        if (argument instanceof Checksum checksum) return checksum.value();
        // PostgreSQL takes no NUL in text.
        if (argument instanceof String text && text.indexOf('\0') >= 0) return text.replace('\0', '\uFFFD');
        return argument;
    }

    /** Parts of a list that fit into one IN. */
    public static <T> List<List<T>> parts(List<T> values) {
        List<List<T>> parts = new ArrayList<>();
        for (int from = 0; from < values.size(); from += VALUES_MAX) {
            parts.add(values.subList(from, Math.min(values.size(), from + VALUES_MAX)));
        }
        return parts;
    }

    /** The question marks of an IN with so many values. */
    public static String marks(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }

    /** Text that fits its column; what is cut off is marked. */
    public static String cut(String text, int lengthMax) {
        if (text.length() <= lengthMax) return text;
        int end = lengthMax - 2;
        if (Character.isHighSurrogate(text.charAt(end - 1))) end--;
        return text.substring(0, end) + "..";
    }

    public static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime stored = row.getObject(column, OffsetDateTime.class);
        return stored == null ? null : stored.toInstant();
    }

    public static Instant instantOf(ResultSet row, String column) throws SQLException {
        Instant stored = instant(row, column);
        if (stored == null) throw new SQLException("a time is missing in column " + column);
        return stored;
    }

    public static @Nullable Long longOrNull(ResultSet row, String column) throws SQLException {
        long stored = row.getLong(column);
        return row.wasNull() ? null : stored;
    }
}
