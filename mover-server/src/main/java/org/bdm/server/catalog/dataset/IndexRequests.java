package org.bdm.server.catalog.dataset;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Statements;
import org.springframework.dao.DuplicateKeyException;

/** The number of requests to each index on a day, those that a process reserved and did not send yet included. Any thread that may block. */
public final class IndexRequests {
    private static final int INDEXES_MAX = 10_000;

    private final CatalogParts parts;

    public IndexRequests(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * Adds requests to those of a day, as far as its budget goes; forgets days before it.
     *
     * @return how many were added, at most {@code wanted}; 0 if none is left
     */
    public int reserve(String index, LocalDate day, int wanted, int requestsPerDay) {
        try {
            return reserveOnce(index, day, wanted, requestsPerDay);
        } catch (DuplicateKeyException another) {
            return reserveOnce(index, day, wanted, requestsPerDay);
        } catch (MoverException e) {
            boolean wasFirst = e.code() == ErrorCode.INTERNAL && e.getCause() instanceof DuplicateKeyException;
            if (!wasFirst) throw e;
            return reserveOnce(index, day, wanted, requestsPerDay); // another process began the day
        }
    }

    private int reserveOnce(String index, LocalDate day, int wanted, int requestsPerDay) {
        return parts.database().transact(sql -> {
            Optional<Long> known = sql.one(
                    "SELECT requests FROM index_requests WHERE index_name = ? AND day_no = ? FOR UPDATE",
                    (row, at) -> row.getLong(1),
                    index,
                    day.toEpochDay());
            int given = (int) Math.min(wanted, Math.max(0, requestsPerDay - known.orElse(0L)));
            if (known.isEmpty()) begin(sql, index, day, given);
            else if (given > 0) add(sql, index, day, given);
            return given;
        });
    }

    private static void begin(Statements sql, String index, LocalDate day, int requests) {
        sql.update("DELETE FROM index_requests WHERE day_no < ?", day.toEpochDay());
        sql.update(
                "INSERT INTO index_requests (index_name, day_no, requests) VALUES (?, ?, ?)",
                index,
                day.toEpochDay(),
                requests);
    }

    private static void add(Statements sql, String index, LocalDate day, int requests) {
        sql.update(
                "UPDATE index_requests SET requests = requests + ? WHERE index_name = ? AND day_no = ?",
                requests,
                index,
                day.toEpochDay());
    }

    /** Takes back requests that were reserved and not sent. */
    public void giveBack(String index, LocalDate day, int unused) {
        parts.database().transact(sql -> {
            add(sql, index, day, -unused);
            return null;
        });
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
