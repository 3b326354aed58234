package org.bdm.server.catalog;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * What every repository works with.
 *
 * @param node number of this node in the catalog: the holder of its leases, and its share of the counts
 * @param fileRows how many files the catalog holds, for the published limit of H2
 */
record CatalogParts(CatalogDatabase database, Committer committer, long node, Clock clock, AtomicLong fileRows) {
    <T> T read(Function<Statements, T> query) {
        return database.read(query);
    }

    <T> CompletableFuture<T> write(int rows, CatalogChange<T> change) {
        return committer.submit(rows, change);
    }

    <T> CompletableFuture<T> write(CatalogChange<T> change) {
        return committer.submit(1, change);
    }

    <T> CompletableFuture<T> writeWaiting(int rows, CatalogChange<T> change) {
        return committer.submitWaiting(rows, change);
    }

    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    static int checkedRows(int rowsMax) {
        if (rowsMax < 1 || rowsMax > 10_000) throw new IllegalArgumentException("1 to 10,000 rows, not " + rowsMax);
        return rowsMax;
    }
}
