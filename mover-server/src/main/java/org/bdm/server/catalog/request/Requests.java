package org.bdm.server.catalog.request;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.Events;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.Reception.WithJob;
import org.jspecify.annotations.Nullable;

/** Requests of people to managers, and the decisions on them. Any thread that may block. */
public final class Requests {
    /** Longest wish, in characters. */
    public static final int WISH_LENGTH_MAX = 200_000;

    private static final int OPEN_OF_ONE_REQUESTER_MAX = 100;
    private static final int REMARK_LENGTH_MAX = 2000;

    private static final RecordColumns<ReplicationRequest> REQUEST = RecordColumns.of(
            ReplicationRequest.class,
            "request_no requester reason draft_no wish datasets files bytes state created_at decided_at"
                    + " decided_by remark job_no");

    private final CatalogParts parts;

    public Requests(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * Keeps a new request, which is OPEN. Fails with NOT_FOUND if its draft is gone, and with TOO_LARGE if its requester has 100 open
     * ones.
     */
    public CompletableFuture<ReplicationRequest> add(ReplicationRequest request) {
        return parts.write(1, work -> add(work, request));
    }

    public static ReplicationRequest add(ChangeWork work, ReplicationRequest request) {
        Statements sql = work.sql();
        if (request.draft() != null) DraftRows.ready(sql, request.draft());
        long open = sql.number(
                "SELECT COUNT(*) FROM replication_request WHERE requester = ? AND state = ?",
                request.requester(),
                RequestState.OPEN.code());
        if (open >= OPEN_OF_ONE_REQUESTER_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    request.requester() + " has " + open + " open requests: withdraw some, or wait for decisions");
        }
        long number = sql.insert(
                "INSERT INTO replication_request (requester, reason, draft_no, wish, datasets, files, bytes, state,"
                        + " created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                "request_no",
                request.requester(),
                request.reason(),
                request.draft(),
                request.wish(),
                request.datasets(),
                request.files(),
                request.bytes(),
                RequestState.OPEN.code(),
                work.now());
        return found(sql, number);
    }

    /** The request with this number. */
    public Optional<ReplicationRequest> find(long number) {
        return parts.read(sql -> sql.one("SELECT * FROM replication_request WHERE request_no = ?", REQUEST, number));
    }

    /** Requests by number, beginning after {@code afterNumber}; those of one requester, or of all if it is null. */
    public List<ReplicationRequest> after(
            long afterNumber, @Nullable String requester, @Nullable RequestState state, int rowsMax) {
        int limit = CatalogParts.checkedRows(rowsMax);
        return parts.read(sql -> sql.list(
                "SELECT * FROM replication_request WHERE request_no > ?"
                        + (requester == null ? " AND ? = ''" : " AND requester = ?")
                        + (state == null ? " AND ? = 0" : " AND state = ?")
                        + " ORDER BY request_no LIMIT ?",
                REQUEST,
                afterNumber,
                requester == null ? "" : requester,
                state == null ? 0 : state.code(),
                limit));
    }

    /**
     * Ends an open request. Fails with NOT_FOUND, with ILLEGAL_STATE if it was decided before, and with UNKNOWN_JOB.
     *
     * @param as any state but OPEN
     * @param job that does what was asked for; only of an approval
     */
    public CompletableFuture<ReplicationRequest> decide(
            long number, RequestState as, String by, String remark, @Nullable JobId job) {
        return parts.write(1, work -> {
            if (job != null) checkJob(work.sql(), job);
            return decided(work, number, as, by, remark, job);
        });
    }

    /**
     * Approves a request by making its job, in one transaction. Refuses the job with NOT_FOUND, or with ILLEGAL_STATE if the request was
     * decided before.
     */
    public static WithJob approving(Approval approval) {
        return (work, job) -> approve(work, approval, job);
    }

    private static void approve(ChangeWork work, Approval approval, JobId job) {
        ReplicationRequest now =
                decided(work, approval.request(), RequestState.APPROVED, approval.by(), approval.remark(), job);
        String text = "request-" + now.number() + " of " + now.requester() + " was approved by " + approval.by() + ": "
                + job + " does it";
        Events.add(work, job, "REQUEST_APPROVED", text, "{}");
    }

    private static ReplicationRequest decided(
            ChangeWork work, long number, RequestState as, String by, String remark, @Nullable JobId job) {
        Statements sql = work.sql();
        int changed = sql.update(
                "UPDATE replication_request SET state = ?, decided_at = ?, decided_by = ?, remark = ?, job_no = ?"
                        + " WHERE request_no = ? AND state = ?",
                as.code(),
                work.now(),
                by,
                Statements.cut(remark, REMARK_LENGTH_MAX),
                job == null ? null : job.number(),
                number,
                RequestState.OPEN.code());
        ReplicationRequest now = found(sql, number);
        if (changed == 0) {
            throw new MoverException(
                    ErrorCode.ILLEGAL_STATE, "request-" + number + " was decided before: " + now.state());
        }
        return now;
    }

    private static void checkJob(Statements sql, JobId job) {
        long jobs = sql.number(
                "SELECT COUNT(*) FROM job WHERE job_no = ? AND state <> ?", job.number(), JobState.RECEIVING.code());
        if (jobs == 0) {
            throw new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + job);
        }
    }

    private static ReplicationRequest found(Statements sql, long number) {
        return sql.one("SELECT * FROM replication_request WHERE request_no = ?", REQUEST, number)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no request-" + number));
    }
}
