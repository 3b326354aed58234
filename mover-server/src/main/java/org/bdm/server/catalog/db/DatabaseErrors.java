package org.bdm.server.catalog.db;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

/**
 * The meaning of database errors. H2 is known by its error numbers (its SQL states mostly repeat them), PostgreSQL by its SQL
 * states.
 */
public final class DatabaseErrors {
    /** H2: database already open, in this process or another. */
    private static final Set<Integer> H2_IN_USE = Set.of(90020);

    /** H2: file corrupted, general error while reading it, unsupported or unreadable file, store error. */
    private static final Set<Integer> H2_DAMAGED = Set.of(90030, 50000, 90048, 90049, 90034, 90126);

    /** H2: I/O failed, store or database was closed by the error, out of memory. */
    private static final Set<Integer> H2_BROKEN = Set.of(90028, 90031, 90098, 90121, 90007, 90067, 90108, 90030, 50000);

    /** H2: lock timed out, deadlock, row changed by another transaction. */
    private static final Set<Integer> H2_PASSING = Set.of(50200, 40001, 90131);

    private static final Set<String> PASSING_STATES = Set.of("40001", "40P01", "55P03");

    /**
     * PostgreSQL: shut down, crashed, starting, idle session ended, idle transaction ended, too many connections, statement cancelled; and
     * a server that only reads, as a standby does until it is promoted.
     */
    private static final Set<String> AWAY_STATES =
            Set.of("57P01", "57P02", "57P03", "57P05", "25P03", "53300", "57014", "25006");

    /** PostgreSQL: connection, resources (disk full), operator intervention, system error, internal error. */
    private static final Set<String> BROKEN_CLASSES = Set.of("08", "53", "57", "58", "XX");

    private DatabaseErrors() {}

    /** True if the same statement may succeed if it is tried again. */
    static boolean isPassing(Throwable error) {
        SQLException sql = sql(error);
        if (sql == null) return false;
        return H2_PASSING.contains(sql.getErrorCode()) || PASSING_STATES.contains(state(sql));
    }

    /** True if PostgreSQL cannot be reached or is between two lives: what was asked may have been done, and may be asked again. */
    static boolean isAway(Throwable error) {
        SQLException sql = sql(error);
        if (error instanceof CannotGetJdbcConnectionException || sql instanceof SQLTransientConnectionException)
            return true;
        return sql != null
                && sql.getErrorCode() == 0
                && (state(sql).startsWith("08") || AWAY_STATES.contains(state(sql)));
    }

    /** True if the database, rather than the statement, is at fault: nothing more may be acknowledged. */
    static boolean isBroken(Throwable error) {
        if (error instanceof Error) return true;
        SQLException sql = sql(error);
        if (sql == null) return false;
        boolean isPostgreSql = sql.getErrorCode() == 0 && state(sql).length() == 5;
        return H2_BROKEN.contains(sql.getErrorCode())
                || (isPostgreSql && BROKEN_CLASSES.contains(state(sql).substring(0, 2)));
    }

    /** The refusal when opening fails. */
    public static MoverException onOpen(CatalogLocation location, Throwable error) {
        SQLException sql = sql(error);
        if (sql != null && H2_IN_USE.contains(sql.getErrorCode())) {
            return new MoverException(
                    ErrorCode.ALREADY_RUNNING, "the catalog " + location + " is held by another process", error);
        }
        if (sql != null && H2_DAMAGED.contains(sql.getErrorCode())) {
            return new MoverException(
                    ErrorCode.CATALOG_DAMAGED, "the catalog " + location + " cannot be read: " + firstLine(sql), error);
        }
        String cause = sql == null ? String.valueOf(error.getMessage()) : firstLine(sql);
        return new MoverException(
                ErrorCode.CATALOG_UNAVAILABLE, "the catalog " + location + " cannot be opened: " + cause, error);
    }

    /** The error of a read, or of a change that failed alone. */
    static MoverException onUse(Throwable error) {
        if (error instanceof MoverException known) return known;
        SQLException sql = sql(error);
        if (sql == null) {
            return new MoverException(ErrorCode.INTERNAL, "internal error in the catalog: " + error, error);
        }
        ErrorCode code = isBroken(error) || isPassing(error) || isAway(error)
                ? ErrorCode.CATALOG_UNAVAILABLE
                : ErrorCode.INTERNAL;
        return new MoverException(code, "the catalog failed: " + firstLine(sql), error);
    }

    static @Nullable SQLException sql(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) return sql;
        }
        return null;
    }

    private static String state(SQLException sql) {
        String state = sql.getSQLState();
        return state == null ? "" : state;
    }

    private static String firstLine(SQLException sql) {
        String message = String.valueOf(sql.getMessage());
        int end = message.indexOf('\n');
        return Statements.cut(end < 0 ? message : message.substring(0, end), 500);
    }
}
