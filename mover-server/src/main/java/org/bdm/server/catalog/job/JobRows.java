package org.bdm.server.catalog.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.db.DigestColumns;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Rows of jobs and items, and what they mean. */
public final class JobRows {
    static final String SELECT =
            "SELECT j.*, r.options, r.source, r.destination FROM job j" + " JOIN job_request r ON r.job_no = j.job_no";
    public static final String ITEM_COLUMNS =
            "i.item_id, i.source, i.destination, i.is_recursive, i.size AS item_size, i.digests AS item_digests,"
                    + " i.modified_ms AS item_modified";

    private JobRows() {}

    static Job job(ResultSet row, int at) throws SQLException {
        Long retryOf = Statements.longOrNull(row, "retry_of");
        JobRequest request = new JobRequest(
                JobKind.ofCode(row.getInt("kind")),
                row.getString("owner"),
                row.getString("label"),
                row.getInt("priority"),
                row.getLong("max_rate"),
                row.getString("options"),
                row.getString("source"),
                row.getString("destination"),
                retryOf == null ? null : new JobId(retryOf));
        Long resumesAs = Statements.longOrNull(row, "resumes_as");
        return new Job(
                new JobId(row.getLong("job_no")),
                request,
                JobState.ofCode(row.getInt("state")),
                resumesAs == null ? null : JobState.ofCode(resumesAs.intValue()),
                row.getBoolean("is_cancelling"),
                reason(row),
                Statements.instantOf(row, "created_at"),
                Statements.instant(row, "started_at"),
                Statements.instant(row, "ended_at"),
                row.getBoolean("listing_complete"),
                row.getInt("item_count"),
                row.getInt("unknown_datasets"),
                row.getString("data_security"),
                removal(row));
    }

    private static @Nullable JobRemoval removal(ResultSet row) throws SQLException {
        Instant filesRemovedAt = Statements.instant(row, "files_removed_at");
        return filesRemovedAt == null ? null : new JobRemoval(filesRemovedAt, Statements.instant(row, "deleted_at"));
    }

    private static @Nullable JobReason reason(ResultSet row) throws SQLException {
        String code = row.getString("reason_code");
        if (code == null) return null;
        return new JobReason(
                code,
                row.getString("reason_text"),
                Statements.instantOf(row, "reason_since"),
                Statements.instant(row, "reason_next_at"));
    }

    /** The job, locked until the transaction ends; RECEIVING ones are not found. */
    public static Job locked(Statements sql, JobId job) {
        sql.list("SELECT job_no FROM job WHERE job_no = ? FOR UPDATE", (row, at) -> row.getLong(1), job.number());
        return visible(sql, job).orElseThrow(() -> new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + job));
    }

    public static Optional<Job> visible(Statements sql, JobId job) {
        return sql.one(SELECT + " WHERE j.job_no = ?", JobRows::job, job.number())
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
