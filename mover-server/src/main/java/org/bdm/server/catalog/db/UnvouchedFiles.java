package org.bdm.server.catalog.db;

import org.bdm.core.id.JobId;
import org.bdm.core.transfer.Origin;

/**
 * Files of a job that came from data nodes and for which no digest was published: what they rest on. Summed up as files end, so that nobody reads
 * their rows for it, and it is known when these are gone.
 *
 * @param files in all
 * @param inOneRequest of them, those that came in one request
 * @param most of one file: the most requests, and the longest time
 */
public record UnvouchedFiles(long files, long inOneRequest, Origin.Asked most) {
    /** No such files. */
    public static final UnvouchedFiles NONE = new UnvouchedFiles(0, 0, new Origin.Asked(0, 0));

    static UnvouchedFiles one(Origin.Asked asked) {
        return new UnvouchedFiles(1, asked.requests() == 1 ? 1 : 0, asked);
    }

    UnvouchedFiles plus(UnvouchedFiles other) {
        return new UnvouchedFiles(
                files + other.files,
                inOneRequest + other.inOneRequest,
                new Origin.Asked(
                        Math.max(most.requests(), other.most.requests()),
                        Math.max(most.millis(), other.most.millis())));
    }

    void write(Statements sql, JobId job, long shard) {
        if (files == 0) return;
        Object[] row = {files, inOneRequest, most.requests(), most.millis(), job.number(), shard};
        int known = sql.update(
                "UPDATE job_unvouched SET files = files + ?, in_one_request = in_one_request + ?,"
                        + " requests_most = GREATEST(requests_most, ?), millis_most = GREATEST(millis_most, ?)"
                        + " WHERE job_no = ? AND shard = ?",
                row);
        if (known > 0) return;
        sql.update(
                "INSERT INTO job_unvouched (files, in_one_request, requests_most, millis_most, job_no, shard)"
                        + " VALUES (?, ?, ?, ?, ?, ?)",
                row);
    }

    /** Returns those of a job. */
    public static UnvouchedFiles of(Statements sql, JobId job) {
        return sql.one(
                        "SELECT SUM(files), SUM(in_one_request), MAX(requests_most), MAX(millis_most) FROM job_unvouched"
                                + " WHERE job_no = ?",
                        (row, at) -> new UnvouchedFiles(
                                row.getLong(1), row.getLong(2), new Origin.Asked(row.getInt(3), row.getLong(4))),
                        job.number())
                .orElse(NONE);
    }

    /** For people. */
    public String text() {
        long others = files - inOneRequest;
        String begin = files + (files == 1 ? " file rests" : " files rest")
                + " on what data nodes sent, since no digest is published: " + inOneRequest + " came in one request";
        return others == 0
                ? begin
                : begin + ", " + others + " in up to " + most.text() + ", between which the content may have changed";
    }
}
