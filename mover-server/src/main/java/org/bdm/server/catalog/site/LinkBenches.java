package org.bdm.server.catalog.site;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;

/** Measurements of links, the last {@value #KEPT_MAX} of each. Any thread that may block. Writes never wait for room: TOO_MANY_REQUESTS. */
public final class LinkBenches {
    /** Of each link so many are kept. */
    public static final int KEPT_MAX = 50;

    /** Rows that {@link #add} writes at most. */
    public static final int ROWS = 3;

    private static final RecordColumns<LinkBench> ROW = RecordColumns.of(
            LinkBench.class,
            "bench_no source mode wanted_s export owner job_no runs began_at took_ms bytes streams limited_by"
                    + " limit_text disks trouble",
            Map.of(BenchMode.class, LinkBenches::mode));

    private final CatalogParts parts;

    /** A mode that only a newer version knows is the simplest one. */
    private static BenchMode mode(String word) {
        return BenchMode.of(word).orElse(BenchMode.MEMORY);
    }

    /** With the parts of the open catalog. */
    public LinkBenches(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * Adds the measurement of a new job, in the transaction that makes the job; the oldest of the link goes if there are too many.
     *
     * @throws MoverException TOO_MANY_REQUESTS while another one of this link has not ended
     */
    public void add(ChangeWork work, JobId job, BenchPlan plan) {
        Statements sql = work.sql();
        sql.one(
                        "SELECT * FROM link_bench WHERE source = ? AND took_ms < 0 ORDER BY bench_no LIMIT 1",
                        ROW,
                        plan.source())
                .ifPresent(other -> {
                    throw new MoverException(
                            ErrorCode.TOO_MANY_REQUESTS,
                            "the link from '" + plan.source() + "' is being measured by job-" + other.job()
                                    + "; wait until it has ended, or cancel it");
                });
        sql.insert(
                "INSERT INTO link_bench (source, mode, node_no, owner, began_at, took_ms, bytes, streams, limited_by,"
                        + " limit_text, trouble, job_no, wanted_s, export)"
                        + " VALUES (?, ?, ?, ?, ?, -1, 0, 0, '', '', '', ?, ?, ?)",
                "bench_no",
                plan.source(),
                Statements.cut(plan.mode().word(), LinkBench.MODE_LENGTH_MAX),
                parts.node(),
                Statements.cut(plan.owner(), 200),
                work.now(),
                job.number(),
                plan.time().toSeconds(),
                plan.export());
        sql.update(
                "DELETE FROM link_bench WHERE source = ? AND bench_no NOT IN (SELECT bench_no FROM"
                        + " (SELECT bench_no FROM link_bench WHERE source = ? ORDER BY bench_no DESC LIMIT "
                        + KEPT_MAX + ") kept)",
                plan.source(),
                plan.source());
    }

    /** It begins at this node; gives it as it is now. */
    public CompletableFuture<LinkBench> begin(LinkBench bench) {
        return parts.write(1, work -> {
            work.sql()
                    .update(
                            "UPDATE link_bench SET runs = runs + 1, node_no = ?, began_at = ? WHERE bench_no = ?",
                            parts.node(),
                            work.now(),
                            bench.number());
            return found(work.sql(), bench.number()).orElseThrow();
        });
    }

    /** Keeps how it ended; nothing changes if that is known already. */
    public CompletableFuture<Integer> end(LinkBench ended) {
        LinkBench.Outcome outcome = ended.outcome();
        return parts.write(
                1,
                work -> work.sql()
                        .update(
                                "UPDATE link_bench SET took_ms = ?, bytes = ?, streams = ?, limited_by = ?, limit_text = ?,"
                                        + " disks = ?, trouble = ? WHERE bench_no = ? AND took_ms < 0",
                                outcome.tookMillis(),
                                outcome.bytes(),
                                outcome.streams(),
                                Statements.cut(outcome.limitedBy(), 64),
                                Statements.cut(outcome.limit(), 400),
                                Statements.cut(outcome.disks(), 600),
                                Statements.cut(outcome.trouble(), 1000),
                                ended.number()));
    }

    /** Of one link, the newest first. */
    public List<LinkBench> of(String source) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM link_bench WHERE source = ? ORDER BY bench_no DESC LIMIT " + KEPT_MAX, ROW, source));
    }

    /** The measurement of this number. */
    public Optional<LinkBench> find(long number) {
        return parts.read(sql -> found(sql, number));
    }

    /** The measurement that a job makes; empty if it is not kept any more. */
    public Optional<LinkBench> of(JobId job) {
        return parts.read(sql -> sql.one("SELECT * FROM link_bench WHERE job_no = ?", ROW, job.number()));
    }

    private static Optional<LinkBench> found(Statements sql, long number) {
        return sql.one("SELECT * FROM link_bench WHERE bench_no = ?", ROW, number);
    }
}
