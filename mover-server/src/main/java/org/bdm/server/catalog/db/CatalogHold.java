package org.bdm.server.catalog.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
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
 * Keeps what needs a catalog for itself (a command, a new version of the tables) and what shares it (processes that serve) apart. H2 locks its
 * file by itself, and lets one process in. In PostgreSQL it is an advisory lock of the schema, on a connection that is used for nothing else: it
 * ends with the connection, so a crash locks nobody out.
 *
 * <p>A process that serves looks every two seconds whether its lock is still there, and takes it again when the database was away. Who takes
 * the catalog alone meanwhile {@linkplain #endOtherRuns ends} the runs of all processes first, so that none of them writes beside it.
 */
public final class CatalogHold implements AutoCloseable {
    private static final Duration ENDED_AFTER = Duration.ofSeconds(2);
    private static final Duration STARTED_AFTER = Duration.ofSeconds(30);
    private static final Duration TRY_AGAIN_AFTER = Duration.ofMillis(100);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);
    private static final int ANSWER_MILLIS_MAX = 4_000;
    private static final Logger LOG = LoggerFactory.getLogger(CatalogHold.class);

    /** Key of the lock: this program's letters, and the schema. */
    private static final String KEY = "6448237, hashtext(current_schema() || '1')";

    private final CatalogLocation location;
    private final @Nullable DataSource database;
    private @Nullable Connection connection; // guarded by this
    private @Nullable ScheduledExecutorService watch;
    private volatile boolean isClosed;

    private CatalogHold(CatalogLocation location, @Nullable DataSource database) {
        this.location = location;
        this.database = database;
    }

    /** For H2: the lock of its file does it all. */
    static CatalogHold byTheFile(CatalogLocation location) {
        return new CatalogHold(location, null);
    }

    /**
     * Takes a PostgreSQL catalog alone.
     *
     * @throws MoverException ALREADY_RUNNING with the processes that have it
     */
    static CatalogHold alone(CatalogLocation location, DataSource database) throws SQLException {
        CatalogHold hold = new CatalogHold(location, database);
        if (!tried(ENDED_AFTER, hold::takesAlone)) throw hold.refusal();
        return hold;
    }

    /**
     * Takes a PostgreSQL catalog with others.
     *
     * @param isOld whether the tables are not those of this version: then nobody else may have the catalog
     * @param renew makes them those of this version
     * @throws MoverException ALREADY_RUNNING if it would have to be alone, or another has it alone
     */
    static CatalogHold withOthers(CatalogLocation location, DataSource database, BooleanSupplier isOld, Runnable renew)
            throws SQLException {
        CatalogHold hold = new CatalogHold(location, database);
        boolean isTaken = tried(STARTED_AFTER, () -> {
            if (hold.takesAlone()) {
                renew.run();
                hold.ask("SELECT pg_advisory_lock_shared(" + KEY + ")");
                hold.ask("SELECT pg_advisory_unlock(" + KEY + ")");
                return true;
            }
            if (!hold.takesShare()) return false;
            if (!isOld.getAsBoolean()) return true;
            hold.dropConnection();
            return false;
        });
        if (!isTaken) throw hold.refusal();
        return hold;
    }

    /** PostgreSQL notices the end of a former process a moment after it has ended. */
    private static boolean tried(Duration longest, BooleanSupplier taking) {
        for (long tries = longest.dividedBy(TRY_AGAIN_AFTER); ; tries--) {
            if (taking.getAsBoolean()) return true;
            if (tries == 0) return false;
            LockSupport.parkNanos(TRY_AGAIN_AFTER.toNanos());
        }
    }

    private boolean takesAlone() {
        return takes("pg_try_advisory_lock(");
    }

    private boolean takesShare() {
        return takes("pg_try_advisory_lock_shared(");
    }

    private synchronized boolean takes(String function) {
        try {
            if (connection == null) connection = connected();
            return sql().one("SELECT " + function + KEY + ")", (row, at) -> row.getBoolean(1))
                    .orElse(false);
        } catch (SQLException e) {
            throw DatabaseErrors.onOpen(location, e);
        }
    }

    private Connection connected() throws SQLException {
        if (database == null) throw new IllegalStateException("an H2 catalog is held by its file");
        Connection made = database.getConnection();
        // Two hours pass before PostgreSQL finds out by itself that a host died, which closes no connection.
        Statements sql = new Statements(new SingleConnectionDataSource(made, true));
        sql.execute("SET tcp_keepalives_idle = 10");
        sql.execute("SET tcp_keepalives_interval = 5");
        sql.execute("SET tcp_keepalives_count = 3");
        made.setNetworkTimeout(Runnable::run, ANSWER_MILLIS_MAX);
        return made;
    }

    private synchronized void ask(String question) {
        sql().list(question, (row, at) -> "");
    }

    private Statements sql() {
        return new Statements(new SingleConnectionDataSource(Objects.requireNonNull(connection), true));
    }

    private synchronized MoverException refusal() {
        Statements sql = sql();
        boolean areNamed =
                sql.number("SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = current_schema()"
                                + " AND table_name = 'node' AND column_name = 'process'")
                        > 0;
        List<String> serving = areNamed
                ? sql.list(
                        "SELECT process FROM node WHERE state IN (1, 2) ORDER BY node_no LIMIT 20",
                        (row, at) -> row.getString(1))
                : List.of();
        dropConnection();
        String who =
                serving.isEmpty() ? "a process that is starting, or works on it offline" : String.join("; ", serving);
        return new MoverException(ErrorCode.ALREADY_RUNNING, "the catalog " + location + " is in use by " + who);
    }

    /** Ends the runs of all processes: those that lost their lock while the database was away commit nothing more. For who is alone. */
    void endOtherRuns(Statements sql) {
        sql.update("UPDATE node SET run_no = run_no + 1");
        sql.update("DELETE FROM commit_group");
    }

    /**
     * Looks from now on, on a thread of its own, whether the lock is still there, and takes it again.
     *
     * @param patience how long the database may be away
     * @param onLost told once if it was away for longer, or somebody has the catalog alone
     */
    public void watch(Duration patience, Consumer<MoverException> onLost) {
        if (database == null) return;
        ScheduledExecutorService made = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "catalog-hold");
            thread.setDaemon(true);
            return thread;
        });
        Watch watching = new Watch(patience.toNanos(), onLost);
        var unused = made.scheduleWithFixedDelay(
                watching, LOOK_EVERY.toMillis(), LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        watch = made;
    }

    private synchronized void dropConnection() {
        Connection lost = connection;
        connection = null;
        if (lost == null) return;
        try {
            lost.close();
        } catch (SQLException e) {
            LOG.debug("a connection did not close cleanly: {}", e.getMessage());
        }
    }

    private synchronized boolean isThere() {
        if (connection == null) return false;
        try {
            return sql().number("SELECT 1") == 1;
        } catch (DataAccessException e) {
            dropConnection();
            return false;
        }
    }

    /** Gives the catalog back. */
    @Override
    public void close() {
        if (watch != null) watch.shutdownNow();
        isClosed = true;
        synchronized (this) {
            try {
                if (connection != null)
                    ask("SELECT pg_advisory_unlock_all()"); // the end of a connection is noticed later
            } catch (DataAccessException e) {
                LOG.warn("the catalog was not given back cleanly: {}", e.getMessage());
            }
            dropConnection();
        }
    }

    /** Belongs to its own thread. */
    private final class Watch implements Runnable {
        private final long patienceNanos;
        private final Consumer<MoverException> onLost;
        private long thereNanos = System.nanoTime();

        Watch(long patienceNanos, Consumer<MoverException> onLost) {
            this.patienceNanos = patienceNanos;
            this.onLost = onLost;
        }

        @Override
        public void run() {
            if (isClosed) return;
            long now = System.nanoTime();
            try {
                if (isThere() || takesShare()) thereNanos = now;
                else lost("another process has taken the catalog for itself");
            } catch (MoverException | DataAccessException e) {
                dropConnection();
                LOG.warn("the catalog is away: {}", e.getMessage());
                if (now - thereNanos > patienceNanos) lost("the catalog has been away for too long: " + e.getMessage());
            }
        }

        private void lost(String why) {
            if (isClosed) return;
            isClosed = true;
            onLost.accept(new MoverException(ErrorCode.CATALOG_UNAVAILABLE, why));
        }
    }
}
