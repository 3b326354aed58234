package org.bdm.server.catalog.db;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.Origin;
import org.jspecify.annotations.Nullable;

/** The change that a group adds to the counts of one job: written as one row. Belongs to the committer's thread. */
public final class CountDelta {
    private static final String ADD =
            "UPDATE job_count SET " + CountColumn.assignments() + " WHERE job_no = ? AND shard = ?";
    private static final String INSERT = "INSERT INTO job_count (" + CountColumn.names() + ", job_no, shard) VALUES ("
            + CountColumn.placeholders() + ", ?, ?)";

    private final long[] added = new long[CountColumn.values().length];
    private final Map<ErrorCode, Long> errors = new EnumMap<>(ErrorCode.class);
    private final Map<String, Amount> origins = new TreeMap<>();
    private final ArrivalSums arrivals = new ArrivalSums();
    private UnvouchedFiles unvouched = UnvouchedFiles.NONE;

    /**
     * From where a moved file came, and what it is a part of.
     *
     * @param source name of a site or host of a data node; cut where it is longer than the catalog keeps
     * @param dataset the dataset version, as its instance id; empty if the directories of the file name none
     */
    public record Arrival(String source, String dataset) {
        private static final int SOURCE_LENGTH_MAX = 255;
        private static final int DATASET_LENGTH_MAX = 1_024;

        /** Cuts what is too long. */
        public Arrival {
            source = Statements.cut(source, SOURCE_LENGTH_MAX);
            dataset = Statements.cut(dataset, DATASET_LENGTH_MAX);
        }
    }

    public void listed(FileState state, long size) {
        add(CountColumn.TOTAL_FILES, 1);
        add(CountColumn.TOTAL_BYTES, size);
        entered(state, size);
    }

    /** A file is in this state from now on; PENDING is not counted, it is what is left. */
    public void entered(FileState state, long size) {
        count(state, size, 1);
    }

    public void left(FileState state, long size) {
        count(state, size, -1);
    }

    private void count(FileState state, long size, int sign) {
        CountColumn files = CountColumn.files(state);
        if (files == null) return;
        add(files, sign);
        add(CountColumn.values()[files.ordinal() + 1], sign * size);
    }

    public void proved(EvidenceLevel level) {
        add(CountColumn.files(level), 1);
    }

    public void failed(ErrorCode code) {
        errors.merge(code, 1L, Long::sum);
    }

    public void moved(long bytes, long resent) {
        add(CountColumn.MOVED_BYTES, bytes);
        add(CountColumn.RESENT_BYTES, resent);
    }

    public void reused(long bytes) {
        add(CountColumn.REUSED_FILES, 1);
        add(CountColumn.REUSED_BYTES, bytes);
    }

    /** Bytes of one file, and the place as it is kept. */
    public void cameFrom(String place, long bytes) {
        origins.merge(place, new Amount(1, bytes), Amount::plus);
    }

    /** A file came for which no digest is published, and was asked for so. */
    public void cameUnvouched(Origin.Asked asked) {
        unvouched = unvouched.plus(UnvouchedFiles.one(asked));
    }

    /** A file of this size was moved here. */
    public void arrived(Instant now, Arrival arrival, long size) {
        arrivals.add(now, arrival, size);
    }

    private void add(CountColumn column, long number) {
        added[column.ordinal()] += number;
    }

    void merge(CountDelta other) {
        for (int i = 0; i < added.length; i++) added[i] += other.added[i];
        other.errors.forEach((code, files) -> errors.merge(code, files, Long::sum));
        other.origins.forEach((place, amount) -> origins.merge(place, amount, Amount::plus));
        arrivals.merge(other.arrivals);
        unvouched = unvouched.plus(other.unvouched);
    }

    void write(Statements sql, JobId job, long shard) {
        List<@Nullable Object> arguments = new ArrayList<>();
        for (long number : added) arguments.add(number);
        arguments.add(job.number());
        arguments.add(shard);
        Object[] row = arguments.toArray();
        if (sql.update(ADD, row) == 0) sql.update(INSERT, row);
        writeOrigins(sql, job, shard);
        unvouched.write(sql, job, shard);
        arrivals.write(sql, job, shard);
        errors.forEach((code, files) -> {
            int known = sql.update(
                    "UPDATE job_error SET files = files + ? WHERE job_no = ? AND shard = ? AND error_code = ?",
                    files,
                    job.number(),
                    shard,
                    code.number());
            if (known == 0) {
                sql.update(
                        "INSERT INTO job_error (files, job_no, shard, error_code) VALUES (?, ?, ?, ?)",
                        files,
                        job.number(),
                        shard,
                        code.number());
            }
        });
    }

    private void writeOrigins(Statements sql, JobId job, long shard) {
        origins.forEach((place, amount) -> {
            Object[] row = {amount.files(), amount.bytes(), job.number(), shard, place};
            int known = sql.update(
                    "UPDATE job_origin SET files = files + ?, bytes = bytes + ?"
                            + " WHERE job_no = ? AND shard = ? AND place = ?",
                    row);
            if (known > 0) return;
            sql.update("INSERT INTO job_origin (files, bytes, job_no, shard, place) VALUES (?, ?, ?, ?, ?)", row);
        });
    }
}
