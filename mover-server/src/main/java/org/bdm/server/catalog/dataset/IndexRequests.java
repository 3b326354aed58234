package org.bdm.server.catalog.dataset;

import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Statements;

/** The number of requests to each index on a day: what its daily budget goes on from after a restart. */
public final class IndexRequests {
    private static final int INDEXES_MAX = 10_000;

    private final CatalogParts parts;

    public IndexRequests(CatalogParts parts) {
        this.parts = parts;
    }

    /** Keeps counts, of which none ever becomes smaller; those of days before the earliest of these are forgotten. */
    public CompletableFuture<Void> keep(List<RequestsOfDay> counts) {
        List<RequestsOfDay> kept = List.copyOf(counts);
        return parts.writeWaiting(Math.max(1, kept.size()), work -> {
            for (RequestsOfDay count : kept) put(work.sql(), count);
            kept.stream()
                    .map(RequestsOfDay::day)
                    .min(LocalDate::compareTo)
                    .ifPresent(first ->
                            work.sql().update("DELETE FROM index_requests WHERE day_no < ?", first.toEpochDay()));
            return null;
        });
    }

    private static void put(Statements sql, RequestsOfDay count) {
        long day = count.day().toEpochDay();
        long known = sql.number(
                "SELECT COUNT(*) FROM index_requests WHERE index_name = ? AND day_no = ?", count.index(), day);
        if (known == 0) {
            sql.update(
                    "INSERT INTO index_requests (index_name, day_no, requests) VALUES (?, ?, ?)",
                    count.index(),
                    day,
                    count.requests());
            return;
        }
        sql.update(
                "UPDATE index_requests SET requests = ? WHERE index_name = ? AND day_no = ? AND requests < ?",
                count.requests(),
                count.index(),
                day,
                count.requests());
    }

    /** Returns the numbers of a day, by name of the index. */
    public List<RequestsOfDay> of(LocalDate day) {
        return parts.read(sql -> sql.list(
                "SELECT index_name, requests FROM index_requests WHERE day_no = ? ORDER BY index_name LIMIT "
                        + INDEXES_MAX,
                (row, at) -> new RequestsOfDay(row.getString(1), day, row.getLong(2)),
                day.toEpochDay()));
    }
}
