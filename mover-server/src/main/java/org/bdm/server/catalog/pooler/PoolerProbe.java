package org.bdm.server.catalog.pooler;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import javax.sql.DataSource;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * Looks whether something between this process and PostgreSQL breaks what the catalog stands on: that a connection is one session, which holds the
 * locks that keep other processes off, and that what was written is read. A program in between that does neither is met at the start, by its name,
 * and not by half a start or by a job that is there and unknown.
 */
public final class PoolerProbe {
    private static final int LOOKS = 6;
    private static final int CONNECTIONS = 8;

    private final DataSource database;

    /** Asks connections of this source. */
    public PoolerProbe(DataSource database) {
        this.database = database;
    }

    /** CATALOG_UNSAFE if connections are not sessions, or reads go to another server than writes. */
    public void refuseUnsafe() throws SQLException {
        try (Connection session = database.getConnection()) {
            refuseBalancing(session);
            refuseSharedSessions(session);
        }
        refuseStandby();
    }

    /** While another connection is in a transaction, this one has a server of its own, and always the same. */
    private void refuseSharedSessions(Connection session) throws SQLException {
        String own = text(session, "SELECT pg_backend_pid()");
        boolean isShared;
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            isShared = text(other, "SELECT pg_backend_pid()").equals(own) || isMoving(session, own);
            other.rollback();
            other.setAutoCommit(true);
        }
        if (!isShared && !isMoving(session, own)) return;
        throw new MoverException(
                ErrorCode.CATALOG_UNSAFE,
                "the database is behind a pooler that gives a server to each transaction or statement, such as PgBouncer with"
                        + " pool_mode=transaction: locks of the catalog would be lost. Set pool_mode=session for this database,"
                        + " or connect to PostgreSQL itself");
    }

    private static boolean isMoving(Connection session, String own) throws SQLException {
        for (int look = 0; look < LOOKS; look++) {
            if (!text(session, "SELECT pg_backend_pid()").equals(own)) return true;
        }
        return false;
    }

    /** Pgpool-II answers this itself; PostgreSQL knows no such setting. */
    private static void refuseBalancing(Connection session) throws SQLException {
        String version;
        try {
            version = text(session, "SHOW pool_version");
        } catch (SQLException notPgpool) {
            return; // the answer of PostgreSQL
        }
        String balancing;
        try {
            balancing = text(session, "PGPOOL SHOW load_balance_mode");
        } catch (SQLException unknown) {
            balancing = "on"; // a version that does not tell: refused rather than lost
        }
        if (balancing.toLowerCase(Locale.ROOT).matches("off|0|false|no")) return;
        throw new MoverException(
                ErrorCode.CATALOG_UNSAFE,
                "the database is behind Pgpool-II (" + version
                        + ") with load_balance_mode on: reads go to standbys, which lag behind what was written. Set"
                        + " load_balance_mode = off, or connect to the primary itself");
    }

    /** Whatever it is that chooses: a read of a new connection must reach the server that takes writes. */
    private void refuseStandby() throws SQLException {
        for (int i = 0; i < CONNECTIONS; i++) {
            try (Connection connection = database.getConnection()) {
                if (text(connection, "SELECT pg_is_in_recovery()").matches("(?i)f|false")) continue;
            }
            throw new MoverException(
                    ErrorCode.CATALOG_UNSAFE,
                    "reads of the database reach a standby, which lags behind what was written. Connect to the primary: with"
                            + " targetServerType=primary in the URL, and without balancing of reads in between");
        }
    }

    private static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "";
        }
    }
}
