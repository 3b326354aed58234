package org.bdm.server.catalog.db;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The time by which leases are given and run out: one for all processes of a catalog, so that a machine whose clock is wrong takes nobody's
 * work.
 */
@FunctionalInterface
public interface LeaseClock {
    /** Now, to the millisecond. */
    Instant now(Statements sql);

    /** The clock of this process: for a catalog that only one process has open. */
    static LeaseClock ofProcess(Clock clock) {
        return sql -> clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** The clock of the PostgreSQL server. */
    static LeaseClock ofDatabase() {
        return sql ->
                Instant.ofEpochMilli(sql.number("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"));
    }
}
