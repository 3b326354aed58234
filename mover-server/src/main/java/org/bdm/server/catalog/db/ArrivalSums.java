package org.bdm.server.catalog.db;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CountDelta.Arrival;
import org.jspecify.annotations.Nullable;

/** Files of one job that arrived, by day, source and dataset. Belongs to the committer's thread. */
final class ArrivalSums {
    private static final byte[] NO_DATASET = new byte[0];

    private final Map<Key, Amount> sums = new LinkedHashMap<>();

    private record Key(LocalDate day, Arrival arrival) {}

    void add(Instant now, Arrival arrival, long size) {
        add(new Key(LocalDate.ofInstant(now, ZoneOffset.UTC), arrival), new Amount(1, size));
    }

    private void add(Key key, Amount amount) {
        sums.merge(key, amount, Amount::plus);
    }

    void merge(ArrivalSums other) {
        other.sums.forEach(this::add);
    }

    /** Adds to the rows that are there, and inserts the others. */
    void write(Statements sql, JobId job, long shard) {
        if (sums.isEmpty()) return;
        List<@Nullable Object[]> rows = new ArrayList<>();
        sums.forEach((key, amount) -> rows.add(new @Nullable Object[] {
            amount.files(),
            amount.bytes(),
            Math.toIntExact(key.day().toEpochDay()),
            job.number(),
            shard,
            key.arrival().source(),
            instanceKey(key.arrival())
        }));
        int[] changed = sql.batch(
                "UPDATE arrival SET files = files + ?, bytes = bytes + ? WHERE day_no = ? AND job_no = ?"
                        + " AND shard = ? AND source = ? AND instance_key = ?",
                rows);
        List<@Nullable Object[]> fresh = new ArrayList<>();
        int at = 0;
        for (Key key : sums.keySet()) {
            if (changed[at] == 0) fresh.add(withRest(rows.get(at), key));
            at++;
        }
        var unused = sql.batch(
                "INSERT INTO arrival (files, bytes, day_no, job_no, shard, source, instance_key, instance_id, month_no)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                fresh);
    }

    private static byte[] instanceKey(Arrival arrival) {
        return arrival.dataset().isEmpty() ? NO_DATASET : InstanceKey.of(arrival.dataset());
    }

    private static @Nullable Object[] withRest(@Nullable Object[] row, Key key) {
        @Nullable Object[] whole = new @Nullable Object[row.length + 2];
        System.arraycopy(row, 0, whole, 0, row.length);
        whole[row.length] = key.arrival().dataset();
        whole[row.length + 1] = 12 * key.day().getYear() + key.day().getMonthValue() - 1;
        return whole;
    }
}
