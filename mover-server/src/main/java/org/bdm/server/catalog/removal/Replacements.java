package org.bdm.server.catalog.removal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.Events;
import org.bdm.server.catalog.node.NodeState;

/** Files that jobs replaced and that are kept in the quarantine: a plan for each such job, which is APPLIED from its beginning. */
public final class Replacements {
    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public Replacements(CatalogParts parts) {
        this.parts = parts;
    }

    /** A file that is to be replaced, as it is on disk. */
    public record Replaced(StorePath path, FileStatus status) {}

    /** Files of a plan that are on their way into the quarantine. */
    public record Begun(PurgePlan plan, List<PurgeFile> files) {
        /** Copies the list. */
        public Begun {
            files = List.copyOf(files);
        }
    }

    /** Notes files that are to go into the quarantine, PENDING, in the plan of their job; begins that plan if there is none. At most 1,000. */
    public CompletableFuture<Begun> begin(JobId job, ExportName export, List<Replaced> files) {
        List<Replaced> kept = List.copyOf(files);
        return parts.writeWaiting(2 + kept.size(), work -> {
            Optional<PurgePlan> open = work.sql()
                    .one(
                            "SELECT * FROM purge_plan WHERE mirror_job = ? AND replaces AND state = ?",
                            PurgeRows::plan,
                            job.number(),
                            PurgeState.APPLIED.code());
            PurgePlan plan = open.isPresent() ? open.get() : insert(work, job);
            long number = plan.amount().files();
            List<PurgeFile> rows = new ArrayList<>();
            for (Replaced file : kept) {
                rows.add(new PurgeFile(
                        ++number,
                        0,
                        export,
                        file.path(),
                        file.status().version().size(),
                        file.status().version().modified(),
                        PurgeOutcome.PENDING,
                        ""));
            }
            new PurgeRows(work).add(plan.number(), rows);
            work.sql()
                    .update(
                            "UPDATE purge_file SET by_node = ?, by_run = (SELECT run_no FROM node WHERE node_no = ?)"
                                    + " WHERE plan_no = ? AND file_no > ?",
                            parts.node(),
                            parts.node(),
                            plan.number(),
                            number - kept.size());
            return new Begun(plan, rows);
        });
    }

    private PurgePlan insert(ChangeWork work, JobId job) {
        String owner = work.sql()
                .one("SELECT owner FROM job WHERE job_no = ?", (row, at) -> row.getString(1), job.number())
                .orElse("");
        long plan =
                Purges.insert(work, parts.node(), owner, "replaced by " + job, Duration.ofDays(7), Integer.MAX_VALUE);
        work.sql()
                .update(
                        "UPDATE purge_plan SET state = ?, mirror_job = ?, replaces = TRUE, applied_by = ?, begun_at = ?,"
                                + " ended_at = ? WHERE plan_no = ?",
                        PurgeState.APPLIED.code(),
                        job.number(),
                        Statements.cut(owner, 200),
                        work.now(),
                        work.now(),
                        plan);
        Events.add(
                work,
                job,
                "FILES_REPLACED",
                "files that differ are replaced; the old ones are in the quarantine, see 'bdm-client purge --show purge-"
                        + plan + " --files'",
                "{}");
        return Purges.existing(work.sql(), plan);
    }

    /** Files of a job in an export that were on their way when a process ended: PENDING in its plans, and no process that runs moves them. */
    public List<Begun> interrupted(JobId job, ExportName export, int rowsMax) {
        return parts.read(sql -> {
            List<Begun> found = new ArrayList<>();
            List<PurgePlan> plans = sql.list(
                    "SELECT * FROM purge_plan WHERE mirror_job = ? AND replaces ORDER BY plan_no LIMIT 100",
                    PurgeRows::plan,
                    job.number());
            for (PurgePlan plan : plans) {
                List<PurgeFile> files = sql.list(
                        "SELECT * FROM purge_file f WHERE f.plan_no = ? AND f.outcome = ? AND f.export = ? AND NOT EXISTS ("
                                + "SELECT 1 FROM node n WHERE n.node_no = f.by_node AND n.run_no = f.by_run AND n.state = ?)"
                                + " ORDER BY f.plan_no, f.file_no LIMIT ?",
                        PurgeRows::file,
                        plan.number(),
                        PurgeOutcome.PENDING.code(),
                        export.value(),
                        NodeState.UP.code(),
                        CatalogParts.checkedRows(rowsMax));
                if (!files.isEmpty()) found.add(new Begun(plan, files));
            }
            return found;
        });
    }
}
