package org.bdm.server.catalog.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.db.DigestColumns;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.settings.KeptSettings;

/** Rows of jobs and items, and what they mean. */
public final class JobRows {
    static final String SELECT =
            "SELECT j.*, r.options, r.source, r.destination FROM job j" + " JOIN job_request r ON r.job_no = j.job_no";
    public static final String ITEM_COLUMNS =
            "i.item_id, i.source, i.destination, i.is_recursive, i.size AS item_size, i.digests AS item_digests,"
                    + " i.modified_ms AS item_modified";

    static final RecordColumns<Job> JOB = RecordColumns.of(
            Job.class,
            "job_no kind owner label priority max_rate options source destination retry_of state resumes_as"
                    + " is_cancelling reason_code reason_text reason_since reason_next_at created_at started_at ended_at"
                    + " listing_complete item_count unknown_datasets data_security files_removed_at deleted_at",
            Map.of(KeptSettings.class, KeptSettings::ofJson));

    private JobRows() {}

    /** The job, locked until the transaction ends; RECEIVING ones are not found. */
    public static Job locked(Statements sql, JobId job) {
        sql.list("SELECT job_no FROM job WHERE job_no = ? FOR UPDATE", (row, at) -> row.getLong(1), job.number());
        return visible(sql, job).orElseThrow(() -> new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + job));
    }

    public static Optional<Job> visible(Statements sql, JobId job) {
        return sql.one(SELECT + " WHERE j.job_no = ?", JOB, job.number())
                .filter(found -> found.state().isVisible());
    }

    public static NumberedItem item(ResultSet row, int at) throws SQLException {
        Long modified = Statements.longOrNull(row, "item_modified");
        SubmittedItem item = new SubmittedItem(
                ItemSource.kept(row.getString("source")),
                row.getString("destination"),
                row.getBoolean("is_recursive"),
                row.getLong("item_size"),
                DigestColumns.digests(row.getString("item_digests")),
                modified == null ? null : Instant.ofEpochMilli(modified),
                List.of());
        return new NumberedItem((int) (row.getLong("item_id") % FileNumber.FILES_MAX), item);
    }

    /** A code that only a newer version knows is shown as INTERNAL. */
    public static ErrorCode errorCode(int number) {
        return ErrorCode.ofNumber(number).orElse(ErrorCode.INTERNAL);
    }
}
