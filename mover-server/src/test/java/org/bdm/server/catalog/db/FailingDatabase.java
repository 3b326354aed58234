package org.bdm.server.catalog.db;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** Connections whose next commit or sync fails, once, as a disk does: the call after it would succeed again. Also one that can be held up. */
final class FailingDatabase implements UnaryOperator<DataSource> {
    private volatile String failing = "";
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile CountDownLatch forceGate = new CountDownLatch(0);
    private volatile boolean isForceHeld;
    private final AtomicReference<CountDownLatch> oneGate = new AtomicReference<>();
    private volatile boolean isOneHeld;
    private final Set<String> savepoints = ConcurrentHashMap.newKeySet();

    /** The next statement that begins with this, or {@code commit}, fails. */
    void failNext(String what) {
        failing = what;
    }

    /** The next commit, and no other, waits until the latch is counted down. */
    void holdOne(CountDownLatch until) {
        oneGate.set(until);
    }

    /** That commit waits now. */
    boolean isOneHeld() {
        return isOneHeld;
    }

    /** The names of all savepoints. */
    Set<String> savepoints() {
        return savepoints;
    }

    /** Forces of what was committed wait until the latch is counted down. */
    void holdForces(CountDownLatch until) {
        forceGate = until;
    }

    /** A force waits for that latch now. */
    boolean isForceHeld() {
        return isForceHeld;
    }

    /** Commits wait until the latch is counted down. */
    void hold(CountDownLatch until) {
        gate = until;
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
            if (method.getName().equals("commit")) {
                if (!gate.await(30, TimeUnit.SECONDS)) throw new SQLException("held too long");
                awaitOneGate();
                failIfAsked("commit");
            }
            Object result = call(real, method, arguments);
            if (result instanceof Savepoint savepoint) savepoints.add(savepoint.getSavepointName());
            return result instanceof Statement statement && method.getName().equals("createStatement")
                    ? statement(statement)
                    : result;
        });
    }

    private Statement statement(Statement real) {
        return proxy(Statement.class, (method, arguments) -> {
            if (method.getName().startsWith("execute") && arguments != null) {
                String what = (String) arguments[0];
                if (what.startsWith("CHECKPOINT SYNC")) awaitForceGate();
                failIfAsked(what);
            }
            return call(real, method, arguments);
        });
    }

    private void awaitOneGate() throws Exception {
        CountDownLatch ours = oneGate.getAndSet(null);
        if (ours == null) return;
        isOneHeld = true;
        if (!ours.await(30, TimeUnit.SECONDS)) throw new SQLException("held too long");
        isOneHeld = false;
    }

    private void awaitForceGate() throws Exception {
        isForceHeld = forceGate.getCount() > 0;
        if (!forceGate.await(30, TimeUnit.SECONDS)) throw new SQLException("held too long");
        isForceHeld = false;
    }

    private void failIfAsked(String what) throws SQLException {
        if (failing.isEmpty() || !what.startsWith(failing)) return;
        failing = "";
        throw new SQLException("injected: Input/output error", "90031", 90031);
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
