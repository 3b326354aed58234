package org.bdm.server.catalog.removal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.KeptHoldings;
import org.bdm.server.catalog.job.Events;
import org.bdm.server.catalog.node.NodeState;

/** Files that jobs replaced and that are kept in the quarantine: a plan for each such job, which is APPLIED from its beginning. */
public final class Replacements {
    private static final RecordColumns<Planned> PLANNED =
            RecordColumns.of(Planned.class, "plan_no " + PurgeRows.FILE_COLUMNS);

    private final CatalogParts parts;
    private final Set<Key> underWay = ConcurrentHashMap.newKeySet();

    /** With the parts of the open catalog. */
    public Replacements(CatalogParts parts) {
        this.parts = parts;
    }

    private record Key(long plan, long file) {}

    /** A file that is to be replaced, as it is on disk. */
    public record Replaced(StorePath path, FileStatus status) {}

    /** Files of a plan that are on their way into the quarantine. */
    public record Begun(PurgePlan plan, List<PurgeFile> files) {
        /** Copies the list. */
        public Begun {
            files = List.copyOf(files);
        }
    }

    /**
     * Notes files that are to go into the quarantine, PENDING, in the plan of their job; begins that plan if there is none. At most 1,000. The
     * caller {@linkplain #release releases} them when it works on them no more.
     */
    public CompletableFuture<Begun> begin(JobId job, ExportName export, List<Replaced> files) {
        List<Replaced> kept = List.copyOf(files);
        return parts.writeWaiting(2 + kept.size(), work -> {
            Optional<PurgePlan> open = work.sql()
                    .one(
                            "SELECT * FROM purge_plan WHERE mirror_job = ? AND replaces AND state = ?",
                            PurgeRows.PLAN,
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
                        "",
                        0));
            }
            new PurgeRows(work).add(plan.number(), rows);
            work.sql()
                    .batch(
                            "INSERT INTO file_being_replaced (plan_no, file_no, node_no, run_no)"
                                    + " VALUES (?, ?, ?, COALESCE((SELECT run_no FROM node WHERE node_no = ?), 0))",
                            rows.stream()
                                    .map(row -> new Object[] {plan.number(), row.number(), parts.node(), parts.node()})
                                    .toList());
            rows.forEach(row -> underWay.add(new Key(plan.number(), row.number())));
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

    /**
     * Writes what became of files that were PENDING; others are passed over. The holding of a file in the quarantine goes with it.
     *
     * @param isAtOnce true if nothing was recorded since of the file that took the place; else only a holding goes with a file that has its size
     *     and time
     */
    public CompletableFuture<Void> settle(long plan, List<PurgeFile> ended, boolean isAtOnce) {
        List<PurgeFile> kept = List.copyOf(ended);
        return parts.writeWaiting(1 + kept.size(), work -> {
            List<PurgeFile> pending = pending(work, plan, kept);
            new PurgeRows(work).settle(plan, pending);
            KeptHoldings.OfPlan quarantined = new KeptHoldings.OfPlan(work, plan);
            for (PurgeFile file : pending) {
                if (file.outcome() != PurgeOutcome.QUARANTINED) continue;
                quarantined.take(file.number(), file.export(), file.path(), holding -> isAtOnce || isOf(holding, file));
            }
            quarantined.end();
            return null;
        });
    }

    /** Those that nobody has settled; nobody else will. */
    private static List<PurgeFile> pending(ChangeWork work, long plan, List<PurgeFile> files) {
        if (files.isEmpty()) return files;
        LongSummaryStatistics numbers =
                files.stream().mapToLong(PurgeFile::number).summaryStatistics();
        Set<Long> left = Set.copyOf(work.sql()
                .list(
                        "SELECT file_no FROM file_being_replaced WHERE plan_no = ? AND file_no BETWEEN ? AND ?",
                        (row, at) -> row.getLong(1),
                        plan,
                        numbers.getMin(),
                        numbers.getMax()));
        List<PurgeFile> pending =
                files.stream().filter(file -> left.contains(file.number())).toList();
        work.sql()
                .batch(
                        "DELETE FROM file_being_replaced WHERE plan_no = ? AND file_no = ?",
                        pending.stream()
                                .map(file -> new Object[] {plan, file.number()})
                                .toList());
        return pending;
    }

    private static boolean isOf(Holding holding, PurgeFile file) {
        Holding.Seen seen = holding.seen();
        return holding.isSeenAs(file.size(), file.modified())
                || (seen != null
                        && seen.size() == file.size()
                        && seen.modified().equals(file.modified()));
    }

    /** Notes that this process works no more on files that it began: what is still PENDING then is for anybody to settle. */
    public void release(Begun begun) {
        begun.files().forEach(file -> underWay.remove(new Key(begun.plan().number(), file.number())));
    }

    /** Exports in which files are on their way; mostly none. */
    public List<ExportName> exports() {
        return parts.read(sql -> sql.list(
                "SELECT DISTINCT f.export FROM file_being_replaced r JOIN purge_file f ON f.plan_no = r.plan_no"
                        + " AND f.file_no = r.file_no ORDER BY f.export LIMIT 1000",
                (row, at) -> new ExportName(row.getString(1))));
    }

    /** Files of a job in an export that were on their way when something ended: PENDING in its plans, and nobody works on them. */
    public List<Begun> interrupted(JobId job, ExportName export, int rowsMax) {
        return interrupted(export, " AND p.mirror_job = " + job.number(), rowsMax);
    }

    /** As {@link #interrupted(JobId, ExportName, int)}, of any jobs. */
    public List<Begun> interrupted(ExportName export, int rowsMax) {
        return interrupted(export, "", rowsMax);
    }

    private record Planned(long plan, PurgeFile file) {}

    /** A node that runs with the number of the row works on it, but this one, which knows what it does. */
    private List<Begun> interrupted(ExportName export, String ofJob, int rowsMax) {
        return parts.read(sql -> {
            Map<Long, List<PurgeFile>> files = new LinkedHashMap<>();
            sql
                    .list(
                            "SELECT f.* FROM file_being_replaced r JOIN purge_plan p ON p.plan_no = r.plan_no"
                                    + " JOIN purge_file f ON f.plan_no = r.plan_no AND f.file_no = r.file_no"
                                    + " WHERE (r.node_no = ? OR NOT EXISTS (SELECT 1 FROM node n"
                                    + " WHERE n.node_no = r.node_no AND n.run_no = r.run_no AND n.state IN (?, ?)))"
                                    + " AND f.export = ?" + ofJob
                                    + " ORDER BY r.plan_no, r.file_no LIMIT ?",
                            PLANNED,
                            parts.node(),
                            NodeState.UP.code(),
                            NodeState.DRAINING.code(),
                            export.value(),
                            CatalogParts.checkedRows(rowsMax))
                    .stream()
                    .filter(row ->
                            !underWay.contains(new Key(row.plan(), row.file().number())))
                    .forEach(row -> files.computeIfAbsent(row.plan(), plan -> new ArrayList<>())
                            .add(row.file()));
            List<Begun> found = new ArrayList<>();
            files.forEach((plan, rows) -> found.add(new Begun(Purges.existing(sql, plan), rows)));
            return found;
        });
    }
}
