package org.bdm.server.catalog.job;

import java.nio.ByteBuffer;
import java.util.List;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.jspecify.annotations.Nullable;

/** The hashes of the destinations of a list that arrives in parts, as the catalog has them: a row for each transaction. Belongs to one thread. */
final class StoredHashes {
    private final CatalogParts parts;
    private final JobId job;
    private @Nullable Row last;

    StoredHashes(CatalogParts parts, JobId job) {
        this.parts = parts;
        this.job = job;
    }

    /** The hash of a stored entry. Neighbours are in one row, which is kept. */
    long of(int entry) {
        Row row = last;
        if (row == null || entry < row.first() || entry >= row.first() + row.count()) {
            row = next(entry);
            last = row;
        }
        return row.hashes().getLong((entry - row.first()) * Long.BYTES);
    }

    private Row next(int entry) {
        return parts.read(sql -> sql.one(
                        "SELECT first_item, destination_hashes FROM job_list_part WHERE job_no = ? AND first_item <= ?"
                                + " ORDER BY job_no DESC, first_item DESC LIMIT 1",
                        (row, at) -> new Row(row.getInt(1), ByteBuffer.wrap(row.getBytes(2))),
                        job.number(),
                        entry))
                .filter(row -> entry < row.first() + row.count())
                .orElseThrow(() -> new IllegalStateException("entry " + entry + " of " + job + " has no hash"));
    }

    /** Adds all of them, in the order of the list. */
    void addTo(DestinationHashes all) {
        int next = 0;
        for (List<Row> rows = from(next); !rows.isEmpty(); rows = from(next)) {
            for (Row row : rows) {
                for (int i = 0; i < row.count(); i++) all.addHash(row.hashes().getLong(i * Long.BYTES));
                next = row.first() + row.count();
            }
        }
    }

    private List<Row> from(int entry) {
        return parts.read(sql -> sql.list(
                "SELECT first_item, destination_hashes FROM job_list_part WHERE job_no = ? AND first_item >= ?"
                        + " ORDER BY job_no, first_item LIMIT 20",
                (row, at) -> new Row(row.getInt(1), ByteBuffer.wrap(row.getBytes(2))),
                job.number(),
                entry));
    }

    static byte[] bytes(long[] hashes, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(count * Long.BYTES);
        bytes.asLongBuffer().put(hashes, 0, count);
        return bytes.array();
    }

    static void delete(ChangeWork work, JobId job) {
        work.sql().update("DELETE FROM job_list_part WHERE job_no = ?", job.number());
    }

    private record Row(int first, ByteBuffer hashes) {
        int count() {
            return hashes.capacity() / Long.BYTES;
        }
    }
}
