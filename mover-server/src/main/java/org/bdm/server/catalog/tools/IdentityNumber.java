package org.bdm.server.catalog.tools;

import org.bdm.server.catalog.db.Dialect;
import org.bdm.server.catalog.db.Statements;

/** The numbers that the database itself gives to new rows of a table. */
final class IdentityNumber {
    private IdentityNumber() {}

    /** Returns the number that the next row gets: larger than all that were given, also to rows that are gone. Takes none. */
    static long next(Statements sql, Dialect dialect, String table, String column) {
        return switch (dialect) {
            case H2 ->
                sql.number(
                        "SELECT CAST(identity_base AS BIGINT) FROM information_schema.columns WHERE LOWER(table_name) = ?"
                                + " AND LOWER(column_name) = ? AND table_schema = CURRENT_SCHEMA",
                        table,
                        column);
            case POSTGRESQL ->
                sql.number(
                        "SELECT COALESCE(pg_sequence_last_value(CAST(pg_get_serial_sequence(?, ?) AS regclass)), 0) + 1",
                        table,
                        column);
        };
    }

    /** Lets the next row get this number. */
    static void restart(Statements sql, String table, String column, long next) {
        sql.execute("ALTER TABLE " + table + " ALTER COLUMN " + column + " RESTART WITH " + next);
    }
}
