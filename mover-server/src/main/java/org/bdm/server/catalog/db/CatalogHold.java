package org.bdm.server.catalog.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Keeps a second process off a catalog. H2 locks its file by itself. In PostgreSQL it is three things:
 *
 * <ul>
 *   <li>an advisory lock of a connection that is used for nothing else: it ends with the connection, so a crash locks nobody out;
 *   <li>a row that names the holder, and counts the holders: its number is compared in every transaction that writes, under a lock that
 *       the next holder takes exclusively. A process that was stopped or cut off and lost its lock meanwhile cannot commit any more;
 *   <li>a question on that connection every two seconds: a process that gets no answer says so and ends. The next holder waits until it
 *       must have noticed, unless the former one gave the catalog back or was of the same home.
 * </ul>
 */
public final class CatalogHold implements AutoCloseable {
    static final Duration NOTICED_AFTER = Duration.ofSeconds(10);
    private static final Duration ENDED_AFTER = Duration.ofSeconds(2);
    private static final Duration TRY_AGAIN_AFTER = Duration.ofMillis(100);
    private static final Duration ASK_EVERY = Duration.ofSeconds(2);
    private static final int ANSWER_MILLIS_MAX = 4_000;
    private static final Logger LOG = LoggerFactory.getLogger(CatalogHold.class);

    /** Both keys of the lock: this program's letters, and the schema; 1 is the holder, 2 the transactions. */
    private static final String HOLDER_KEY = "6448237, hashtext(current_schema() || '1')";

    private static final String TRANSACTION_KEY = "6448237, hashtext(current_schema() || '2')";

    private final @Nullable Connection connection;
    private @Nullable ScheduledExecutorService watch;
    private volatile long number; // of this holder; 0 until it is registered
    private volatile boolean isClosed;

    private CatalogHold(@Nullable Connection connection) {
        this.connection = connection;
    }

    /** For H2: the lock of its file does it all. */
    static CatalogHold byTheFile() {
        return new CatalogHold(null);
    }

    /**
     * Takes the lock of a PostgreSQL catalog.
     *
     * @throws MoverException ALREADY_RUNNING with the holder
     */
    static CatalogHold take(CatalogLocation location, DataSource database) throws SQLException {
        Connection connection = database.getConnection();
        boolean isTaken = false;
        try {
            Statements sql = new Statements(new SingleConnectionDataSource(connection, true));
            isTaken = hasTaken(sql);
            if (!isTaken) {
                throw new MoverException(
                        ErrorCode.ALREADY_RUNNING, "the catalog " + location + " is held by " + holder(sql));
            }
            // A host that died closes no connection: PostgreSQL finds out after 25 s, not after two hours.
            sql.execute("SET tcp_keepalives_idle = 10");
            sql.execute("SET tcp_keepalives_interval = 5");
            sql.execute("SET tcp_keepalives_count = 3");
            connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS_MAX);
            return new CatalogHold(connection);
        } finally {
            if (!isTaken) connection.close();
        }
    }

    /** PostgreSQL notices the end of a former process a moment after it has ended. */
    private static boolean hasTaken(Statements sql) {
        for (long tries = ENDED_AFTER.dividedBy(TRY_AGAIN_AFTER); ; tries--) {
            boolean isTaken = sql.one("SELECT pg_try_advisory_lock(" + HOLDER_KEY + ")", (row, at) -> row.getBoolean(1))
                    .orElse(false);
            if (isTaken || tries == 0) return isTaken;
            LockSupport.parkNanos(TRY_AGAIN_AFTER.toNanos());
        }
    }

    private static String holder(Statements sql) {
        boolean isNamed = sql.one("SELECT to_regclass('catalog_holder') IS NOT NULL", (row, at) -> row.getBoolean(1))
                .orElse(false);
        Optional<String> named = isNamed
                ? sql.one(
                        "SELECT name, since FROM catalog_holder WHERE NOT is_released",
                        (row, at) -> row.getString(1) + ", since "
                                + row.getObject(2, OffsetDateTime.class).toInstant())
                : Optional.empty();
        return named.orElse("a process that is starting, or works on it offline");
    }

    /**
     * Names this process as the holder, once the tables are there. Waits until a former holder that may still live must have noticed that
     * it lost the catalog.
     */
    public void register(CatalogDatabase database, CatalogHolder holder) {
        if (connection == null) return;
        boolean mayLive = database.read(sql -> sql.number(
                        "SELECT COUNT(*) FROM catalog_holder WHERE NOT is_released AND place <> ?", holder.place()))
                > 0;
        if (mayLive) {
            LOG.info(
                    "the last process on this catalog did not end cleanly: waiting {} s until it must have",
                    NOTICED_AFTER.toSeconds());
            LockSupport.parkNanos(NOTICED_AFTER.toNanos());
        }
        number = database.transact(sql -> {
            sql.one("SELECT pg_advisory_xact_lock(" + TRANSACTION_KEY + ")", (row, at) -> "");
            long next = sql.number("SELECT MAX(holder_no) FROM catalog_holder") + 1;
            sql.update("DELETE FROM catalog_holder");
            sql.update(
                    "INSERT INTO catalog_holder (holder_no, name, place, since, is_released)"
                            + " VALUES (?, ?, ?, CURRENT_TIMESTAMP, FALSE)",
                    next,
                    Statements.cut(holder.name(), 1_000),
                    Statements.cut(holder.place(), 1_000));
            return next;
        });
    }

    /**
     * In a transaction that writes: this process is still the holder, and stays it until the commit.
     *
     * @throws MoverException CATALOG_UNAVAILABLE if another one is
     */
    void require(Statements transaction) {
        if (number == 0) return;
        transaction.one("SELECT pg_advisory_xact_lock_shared(" + TRANSACTION_KEY + ")", (row, at) -> "");
        long holder = transaction.number("SELECT MAX(holder_no) FROM catalog_holder");
        if (holder != number) {
            throw new MoverException(
                    ErrorCode.CATALOG_UNAVAILABLE, "another process has taken the catalog over; this one must end");
        }
    }

    /** Asks from now on, on a thread of its own, whether the lock is still ours. */
    public void watch(Consumer<MoverException> onLost) {
        if (connection == null) return;
        ScheduledExecutorService made = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "catalog-hold");
            thread.setDaemon(true);
            return thread;
        });
        var unused = made.scheduleWithFixedDelay(
                () -> ask(onLost), ASK_EVERY.toMillis(), ASK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        watch = made;
    }

    private void ask(Consumer<MoverException> onLost) {
        Connection lock = connection;
        if (lock == null || isClosed) return;
        try {
            new Statements(new SingleConnectionDataSource(lock, true)).number("SELECT 1");
        } catch (DataAccessException e) {
            if (isClosed) return;
            isClosed = true;
            onLost.accept(new MoverException(
                    ErrorCode.CATALOG_UNAVAILABLE,
                    "the connection that holds the catalog is lost: another process may take it over",
                    e));
        }
    }

    /** Gives the catalog back. */
    @Override
    public void close() {
        if (watch != null) watch.shutdownNow();
        Connection lock = connection;
        if (lock == null) return;
        boolean isLost = isClosed;
        isClosed = true;
        try (lock) {
            if (isLost) return;
            Statements sql = new Statements(new SingleConnectionDataSource(lock, true));
            if (number != 0) sql.update("UPDATE catalog_holder SET is_released = TRUE WHERE holder_no = ?", number);
            sql.one("SELECT pg_advisory_unlock_all()", (row, at) -> ""); // the end of the connection is noticed later
        } catch (SQLException | DataAccessException e) {
            LOG.warn("the catalog was not given back cleanly: {}", e.getMessage());
        }
    }
}
