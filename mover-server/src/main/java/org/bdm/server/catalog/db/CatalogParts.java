package org.bdm.server.catalog.db;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * The parts that every repository works with.
 *
 * @param node number of this node in the catalog: the holder of its leases, and its share of the counts
 * @param clock of this process: times that people read
 * @param leases one clock for all processes: until when who may work on what
 * @param fileRows how many files the catalog holds, for the published limit of H2
 */
public record CatalogParts(
        CatalogDatabase database, Committer committer, long node, Clock clock, LeaseClock leases, AtomicLong fileRows) {
    public <T> T read(Function<Statements, T> query) {
        return database.read(query);
    }

    public <T> CompletableFuture<T> write(int rows, ChangeWork.Change<T> change) {
        return committer.submit(rows, change);
    }

    public <T> CompletableFuture<T> write(ChangeWork.Change<T> change) {
        return committer.submit(1, change);
    }

    public <T> CompletableFuture<T> writeWaiting(int rows, ChangeWork.Change<T> change) {
        return committer.submitWaiting(rows, change);
    }

    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Now, for leases; in the transaction that gives or checks one. */
    public Instant leaseTime(Statements sql) {
        return leases.now(sql);
    }

    public static int checkedRows(int rowsMax) {
        if (rowsMax < 1 || rowsMax > 10_000) throw new IllegalArgumentException("1 to 10,000 rows, not " + rowsMax);
        return rowsMax;
    }
}
