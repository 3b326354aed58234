package org.bdm.server.catalog.db;

/**
 * The use that this process makes of the catalog.
 *
 * @param isAnswering whether the last operation reached the database
 * @param queuedRows rows that wait to be written, or are being written
 * @param queuedRowsMax beyond it workers wait and requests of users are refused
 * @param changes changes that were written since the start, each in a group with others
 * @param commits groups of changes, from their first statement until they are on stable storage
 * @param reads queries, each with its wait for a connection
 * @param transactions leases and their renewal, likewise
 * @param connections of the pool of readers; the committer has one of its own
 */
public record CatalogLoad(
        boolean isAnswering,
        int queuedRows,
        int queuedRowsMax,
        long changes,
        DurationCounts.Counted commits,
        DurationCounts.Counted reads,
        DurationCounts.Counted transactions,
        Connections connections) {
    /**
     * The connections of the pool.
     *
     * @param busy in use
     * @param idle open and not in use
     * @param most that may be open
     * @param awaited threads that wait for one
     */
    public record Connections(int busy, int idle, int most, int awaited) {}
}
