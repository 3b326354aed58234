package org.bdm.server.catalog.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * The one connection that writes, which is opened again when PostgreSQL was away, and knows which groups of changes are there. Belongs to the
 * committer's thread, but for {@link #absence} and {@link #isAway}.
 */
final class CommitterConnection {
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(CommitterConnection.class);

    private final CatalogDatabase database;
    private final ServingRun run;
    private final Duration patience;
    private Connection connection;
    private Statements sql;
    private volatile @Nullable Outage away;

    CommitterConnection(CatalogDatabase database, ServingRun run, Duration patience) throws SQLException {
        this.database = database;
        this.run = run;
        this.patience = patience;
        this.connection = database.connection();
        this.sql = new Statements(new SingleConnectionDataSource(connection, true));
    }

    /** The connection of this moment. */
    Connection jdbc() {
        return connection;
    }

    /** Statements on the connection of this moment. */
    Statements sql() {
        return sql;
    }

    /**
     * Begins the transaction of a group by writing its number down. After a connection broke in the middle of a commit this tells whether
     * the commit was done: then the number is there. A server that still works on that commit is waited for at the row.
     *
     * @throws MoverException CATALOG_UNAVAILABLE if another run of the node has begun
     */
    boolean hasCommitted(long group) throws SQLException {
        if (!database.dialect().isRemote()) return false;
        int isNew = sql.update(
                "UPDATE commit_group SET group_no = ? WHERE node_no = ? AND run_no = ? AND group_no < ?",
                group,
                run.node(),
                run.number(),
                group);
        if (isNew == 1) return false;
        long last = sql.number(
                "SELECT group_no FROM commit_group WHERE node_no = ? AND run_no = ?", run.node(), run.number());
        connection.rollback();
        if (last != group) throw run.overtaken();
        return true;
    }

    /**
     * The database is away: connects again, for as long as the patience lasts.
     *
     * @param isWanted asked now and then; when it is false, nobody waits any more
     */
    void reconnect(Exception lost, BooleanSupplier isWanted) throws SQLException {
        Outage outage = away == null ? new Outage(System.nanoTime(), lost) : away;
        away = outage;
        LOG.warn("the catalog is away, its connection is opened again: {}", lost.getMessage());
        close();
        for (long pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause)) {
            try {
                connection = database.connection();
                sql = new Statements(new SingleConnectionDataSource(connection, true));
                LOG.info("the catalog is connected again");
                return;
            } catch (SQLException e) {
                boolean isPatient = System.nanoTime() - outage.sinceNanos() < patience.toNanos();
                if (!isPatient || !isWanted.getAsBoolean() || !DatabaseErrors.isAway(e)) throw e;
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pause));
            }
        }
    }

    /** A group was written: the database is there. */
    void isBack() {
        away = null;
    }

    /** True while the database does not answer the writer. Any thread. */
    boolean isAway() {
        return away != null;
    }

    /** Returns why those who can ask again are refused while the database is away; work that is under way waits instead. Any thread. */
    Optional<MoverException> absence() {
        Outage outage = away;
        if (outage == null) return Optional.empty();
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - outage.sinceNanos());
        return Optional.of(new MoverException(
                ErrorCode.CATALOG_UNAVAILABLE,
                "the catalog has been away for " + seconds + " s: "
                        + outage.reason().getMessage(),
                outage.reason()));
    }

    void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.warn("the committer's connection was not closed cleanly: {}", e.getMessage());
        }
    }

    /** A time without the database. */
    private record Outage(long sinceNanos, Exception reason) {}
}
