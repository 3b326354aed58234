package org.bdm.server.catalog.db;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * The columns that make a record from a row, named in the order of its components. A record within it has its own columns in its place; if it
 * may be null, it is null where its first column is. NULL is 0 for numbers, and for times and durations that are numbers; it is refused for
 * anything else that may not be null.
 *
 * <p>An enum is stored by its {@code code()}, else by its name. A time is stored as such, in milliseconds ({@code ended_ms}; 0 is null for a
 * time that may be null), or in two columns ({@code modified_s modified_ns}); a duration in seconds; a digest of SHA-256 and a path as bytes.
 */
public final class RecordColumns<T> {
    private final Class<T> type;
    private final String[] names;
    private final Reading reading;

    private RecordColumns(Class<T> type, String[] names, Map<Class<?>, Function<String, ?>> texts) {
        this.type = type;
        this.names = names;
        Layout layout = new Layout(names, texts);
        this.reading = layout.ofRecord(type, false);
        if (layout.used != names.length)
            throw new IllegalArgumentException(type + " takes " + layout.used + " columns");
    }

    /** Takes the names of the columns with a space between them. */
    public static <T extends Record> RecordColumns<T> of(Class<T> type, String columns) {
        return of(type, columns, Map.of());
    }

    /**
     * Takes the names of the columns with a space between them.
     *
     * @param texts what reads the text of a column, for types that are stored as text
     */
    public static <T extends Record> RecordColumns<T> of(
            Class<T> type, String columns, Map<Class<?>, Function<String, ?>> texts) {
        return new RecordColumns<>(type, columns.split(" ", -1), texts);
    }

    /** All rows; the positions of the columns are found once. */
    List<T> all(ResultSet rows) throws SQLException {
        int[] positions = new int[names.length];
        for (int i = 0; i < names.length; i++) positions[i] = rows.findColumn(names[i]);
        List<T> all = new ArrayList<>();
        while (rows.next()) all.add(type.cast(reading.of(rows, positions)));
        return all;
    }

    private interface Reading {
        @Nullable Object of(ResultSet row, int[] positions) throws SQLException;
    }

    private interface Reflection<V> {
        V get() throws ReflectiveOperationException;
    }

    /** Gives out the columns in their order. */
    private static final class Layout {
        private final String[] names;
        private final Map<Class<?>, Function<String, ?>> texts;
        private int used;

        Layout(String[] names, Map<Class<?>, Function<String, ?>> texts) {
            this.names = names;
            this.texts = texts;
        }

        Reading ofRecord(Class<?> type, boolean isNullable) {
            RecordComponent[] components = type.getRecordComponents();
            int count = components.length;
            boolean[] nullable = new boolean[count];
            Reading[] readings = new Reading[count];
            for (int i = 0; i < count; i++) {
                AnnotatedType component = components[i].getAnnotatedType();
                nullable[i] = component.isAnnotationPresent(Nullable.class);
                readings[i] = of(components[i].getType(), component, nullable[i] || (isNullable && i == 0));
            }
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Constructor<?> constructor = reflect(() -> type.getDeclaredConstructor(types));
            constructor.setAccessible(true);
            return (row, positions) -> {
                @Nullable Object[] values = new @Nullable Object[count];
                for (int i = 0; i < count; i++) {
                    values[i] = readings[i].of(row, positions);
                    if (values[i] != null || nullable[i]) continue;
                    if (isNullable && i == 0) return null;
                    throw new SQLException(type + " has no value for " + components[i]);
                }
                return reflect(() -> constructor.newInstance(values));
            };
        }

        private Reading of(Class<?> type, AnnotatedType component, boolean isNullable) {
            if (type == Optional.class) {
                AnnotatedType content = ((AnnotatedParameterizedType) component).getAnnotatedActualTypeArguments()[0];
                Reading reading = of((Class<?>) content.getType(), content, true);
                return (row, positions) -> Optional.ofNullable(reading.of(row, positions));
            }
            Function<String, ?> text = texts.get(type);
            if (type.isRecord() && type != StorePath.class && text == null) return ofRecord(type, isNullable);
            int at = used++;
            if (at == names.length) throw new IllegalArgumentException("a column is missing for " + type);
            if (text != null) return ofText(at, text);
            Reading reading = type == Instant.class ? ofTime(at, isNullable) : ofColumn(type, at);
            if (!isNullable || type == String.class) return reading;
            return (row, p) -> row.getObject(p[at]) == null ? null : reading.of(row, p);
        }

        private Reading ofTime(int at, boolean isNullable) {
            if (names[at].endsWith("_ms")) {
                return (row, p) -> {
                    long millis = row.getLong(p[at]);
                    return isNullable && millis == 0 ? null : Instant.ofEpochMilli(millis);
                };
            }
            if (names[at].endsWith("_s")) {
                used++;
                return (row, p) -> Instant.ofEpochSecond(row.getLong(p[at]), row.getInt(p[at + 1]));
            }
            return (row, p) -> {
                OffsetDateTime time = row.getObject(p[at], OffsetDateTime.class);
                return time == null ? null : time.toInstant();
            };
        }
    }

    private static Reading ofText(int at, Function<String, ?> text) {
        return (row, p) -> {
            String stored = row.getString(p[at]);
            return stored == null ? null : text.apply(stored);
        };
    }

    private static Reading ofColumn(Class<?> type, int at) {
        if (type == String.class) return (row, p) -> row.getString(p[at]);
        if (type == long.class || type == Long.class) return (row, p) -> row.getLong(p[at]);
        if (type == int.class || type == Integer.class) return (row, p) -> row.getInt(p[at]);
        if (type == boolean.class || type == Boolean.class) return (row, p) -> row.getBoolean(p[at]);
        if (type == Duration.class) return (row, p) -> Duration.ofSeconds(row.getLong(p[at]));
        if (type == byte[].class) return (row, p) -> row.getBytes(p[at]);
        if (type == StorePath.class) return (row, p) -> StorePath.of(row.getBytes(p[at]));
        if (type == Checksum.class) return (row, p) -> new Checksum(ChecksumAlgorithm.SHA256, row.getBytes(p[at]));
        if (type == OptionalInt.class) {
            return (row, p) -> row.getObject(p[at]) == null ? OptionalInt.empty() : OptionalInt.of(row.getInt(p[at]));
        }
        if (type == OptionalLong.class) {
            return (row, p) ->
                    row.getObject(p[at]) == null ? OptionalLong.empty() : OptionalLong.of(row.getLong(p[at]));
        }
        if (type.isEnum()) return ofEnum(type, at);
        throw new IllegalArgumentException("no column holds a " + type);
    }

    private static Reading ofEnum(Class<?> type, int at) {
        boolean hasCodes = Arrays.stream(type.getDeclaredMethods())
                .anyMatch(method -> method.getName().equals("code"));
        Method key = reflect(() -> hasCodes ? type.getDeclaredMethod("code") : Enum.class.getMethod("name"));
        if (hasCodes) key.setAccessible(true);
        Map<Object, Object> constants = new HashMap<>();
        for (Object constant : type.getEnumConstants()) constants.put(reflect(() -> key.invoke(constant)), constant);
        return (row, p) -> {
            Object stored = hasCodes ? row.getInt(p[at]) : row.getString(p[at]);
            Object constant = constants.get(stored);
            if (constant == null) throw new SQLException("no " + type.getSimpleName() + " is stored as " + stored);
            return constant;
        };
    }

    /** Calls by reflection; an exception of the code that is called comes out as it is. */
    private static <V> V reflect(Reflection<V> reflection) {
        try {
            return reflection.get();
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException thrown) throw thrown;
            throw new IllegalStateException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
