package org.bdm.server.catalog.file;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** Asks the database how it answers every query with an order, with the arguments that the query really has. */
public final class ExplainingDatabase implements UnaryOperator<DataSource> {
    private final Map<String, String> plans = new ConcurrentHashMap<>();
    private final Map<String, Integer> queries = new ConcurrentHashMap<>();
    private volatile boolean isExplaining;

    public void explainFromNowOn() {
        isExplaining = true;
    }

    /** Plans by query. */
    public Map<String, String> plans() {
        return new TreeMap<>(plans);
    }

    /** How many of the explained queries named this table. */
    public int queriesOf(String table) {
        return queries.entrySet().stream()
                .filter(query -> query.getKey().contains(table))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    @Override
    public DataSource apply(DataSource real) {
        return proxy(DataSource.class, (method, arguments) -> {
            Object result = call(real, method, arguments);
            return result instanceof Connection connection ? connection(connection) : result;
        });
    }

    private Connection connection(Connection real) {
        return proxy(Connection.class, (method, arguments) -> {
            Object result = call(real, method, arguments);
            boolean isOrdered =
                    isExplaining && result instanceof PreparedStatement && ((String) arguments[0]).contains("ORDER BY");
            return isOrdered ? explaining(real, (String) arguments[0], (PreparedStatement) result) : result;
        });
    }

    private PreparedStatement explaining(Connection connection, String sql, PreparedStatement real) {
        Map<Integer, Object> bound = new TreeMap<>();
        return proxy(PreparedStatement.class, (method, arguments) -> {
            if (method.getName().equals("setObject")) bound.put((Integer) arguments[0], arguments[1]);
            if (method.getName().equals("executeQuery")) {
                queries.merge(sql, 1, Integer::sum);
                plans.put(sql, plan(connection, sql, bound));
            }
            return call(real, method, arguments);
        });
    }

    private static String plan(Connection connection, String sql, Map<Integer, Object> bound) throws SQLException {
        forceIndexes(connection);
        try (PreparedStatement explain = connection.prepareStatement("EXPLAIN " + sql)) {
            for (Map.Entry<Integer, Object> argument : bound.entrySet())
                explain.setObject(argument.getKey(), argument.getValue());
            ArrayList<String> lines = new ArrayList<>();
            try (ResultSet rows = explain.executeQuery()) {
                while (rows.next()) lines.add(rows.getString(1));
            }
            return String.join("\n", lines);
        }
    }

    /** PostgreSQL reads and sorts small tables whole, rightly; what counts is whether it could do without. */
    private static void forceIndexes(Connection connection) throws SQLException {
        if (!connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) return;
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET enable_seqscan = off");
            statement.execute("SET enable_sort = off");
        }
    }

    private static Object call(Object real, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call.on(method, arguments)));
    }

    private interface Call {
        Object on(Method method, Object[] arguments) throws Throwable;
    }
}
