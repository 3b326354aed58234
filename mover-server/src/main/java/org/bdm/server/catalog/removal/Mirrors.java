package org.bdm.server.catalog.removal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.holding.Failure;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.holding.KeptHoldings;
import org.bdm.server.catalog.job.Events;
import org.bdm.server.catalog.job.JobState;
import org.jspecify.annotations.Nullable;

/** Mirror jobs and their plans. One worker at a time writes of one plan. */
public final class Mirrors {
    /** Most other jobs that are looked at. */
    public static final int WRITERS_MAX = 1_000;

    private static final int DELETED_AT_ONCE = 1_000;

    private static final RecordColumns<Mirror> MIRROR =
            RecordColumns.of(Mirror.class, "job_no state destination plan_no text");

    private static final RecordColumns<Held> HELD =
            RecordColumns.of(Held.class, PurgeRows.FILE_COLUMNS + " held_state instance_id");

    private final CatalogParts parts;

    public Mirrors(CatalogParts parts) {
        this.parts = parts;
    }

    /** Returns what is known of a mirror job; empty for one that has not SUCCEEDED, and for any other job. */
    public Optional<Mirror> find(JobId job) {
        return parts.read(sql -> find(sql, job));
    }

    private static Optional<Mirror> find(Statements sql, JobId job) {
        return sql.one("SELECT * FROM mirror WHERE job_no = ?", MIRROR, job.number());
    }

    /** Returns mirror jobs whose comparison has not begun, the oldest first. */
    public List<Mirror> waiting(int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM mirror WHERE state = ? AND plan_no IS NULL ORDER BY state, job_no LIMIT ?",
                MIRROR,
                MirrorState.WAITING.code(),
                CatalogParts.checkedRows(rowsMax)));
    }

    /**
     * Begins the plan of a mirror job, which is BUILDING at this node; empty if it was begun before. Refused as {@link Purges#begin}.
     *
     * @param selection why the files are in the plan, in words
     */
    public CompletableFuture<Optional<PurgePlan>> begin(
            JobId job, String owner, String selection, Duration validFor, int openMax) {
        return parts.write(work -> {
            boolean isWaiting = find(work.sql(), job)
                    .filter(mirror -> mirror.state() == MirrorState.WAITING && mirror.plan() == null)
                    .isPresent();
            if (!isWaiting) return Optional.empty();
            long plan = Purges.insert(work, parts.node(), owner, selection, validFor, openMax);
            work.sql().update("UPDATE purge_plan SET mirror_job = ? WHERE plan_no = ?", job.number(), plan);
            work.sql().update("UPDATE mirror SET plan_no = ? WHERE job_no = ?", plan, job.number());
            return PurgeRows.plan(work.sql(), plan);
        });
    }

    /** Takes away what an earlier run put into a plan that is BUILDING, since its making begins again. Blocks. */
    public void restart(PurgePlan plan) {
        PurgePlan now = Purges.existing(parts, plan.number());
        if (now.state() != PurgeState.BUILDING) throw new IllegalStateException("purge-" + plan.number() + " is made");
        long files = now.amount().files();
        for (long first = 0; first < files; first += DELETED_AT_ONCE) {
            long from = first;
            Durable.await(parts.writeWaiting(
                    DELETED_AT_ONCE,
                    work -> work.sql()
                            .update(
                                    "DELETE FROM purge_file WHERE plan_no = ? AND file_no > ? AND file_no <= ?",
                                    plan.number(),
                                    from,
                                    from + DELETED_AT_ONCE)));
        }
        Durable.await(parts.writeWaiting(
                1,
                work -> work.sql()
                        .update("UPDATE purge_plan SET files = 0, bytes = 0 WHERE plan_no = ?", plan.number())));
    }

    /** Adds files to a plan that is BUILDING; its counts grow. At most 1,000. */
    public CompletableFuture<Void> add(long plan, List<PurgeFile> files) {
        List<PurgeFile> kept = List.copyOf(files);
        return parts.writeWaiting(1 + kept.size(), work -> {
            new PurgeRows(work).add(plan, kept);
            return null;
        });
    }

    /**
     * Ends the making: the plan is OPEN, and older ones of the same destination that nobody applied are DISCARDED.
     *
     * @param destinationFiles what was found at the destination, in and not in the plan
     * @param largest directories of the plan, largest first
     * @param cautions directories that a person must look at
     */
    public CompletableFuture<Void> planned(
            PurgePlan plan, long destinationFiles, List<PurgeDirectory> largest, List<PurgeCaution> cautions) {
        List<PurgeDirectory> kept = List.copyOf(largest);
        return parts.writeWaiting(2 + kept.size(), work -> {
            JobId job = plan.mirrorJob();
            discardOlder(work, job);
            work.sql()
                    .update(
                            "UPDATE purge_plan SET state = ?, destination_files = ?, expires_at = ? WHERE plan_no = ?"
                                    + " AND state = ?",
                            PurgeState.OPEN.code(),
                            destinationFiles,
                            work.now().plus(Duration.between(plan.createdAt(), plan.expiresAt())),
                            plan.number(),
                            PurgeState.BUILDING.code());
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (PurgeDirectory directory : kept) {
                rows.add(new Object[] {
                    plan.number(), rows.size(), directory.path().bytes(), directory.files(), directory.bytes()
                });
            }
            work.sql()
                    .batch(
                            "INSERT INTO purge_directory (plan_no, ordinal, path, files, bytes) VALUES (?, ?, ?, ?, ?)",
                            rows);
            new PurgeRows(work).caution(plan.number(), cautions);
            settle(work, job, MirrorState.PLANNED, "");
            PurgePlan.Amount amount = Purges.existing(work.sql(), plan.number()).amount();
            Events.add(
                    work,
                    job,
                    "MIRROR_PLANNED",
                    "purge-" + plan.number() + " waits for review: " + amount.files() + " files with " + amount.bytes()
                            + " bytes that the source no longer has",
                    "{}");
            return null;
        });
    }

    private static void settle(ChangeWork work, JobId job, MirrorState state, String text) {
        work.sql()
                .update(
                        "UPDATE mirror SET state = ?, text = ? WHERE job_no = ?",
                        state.code(),
                        Statements.cut(text, 2000),
                        job.number());
    }

    /** Discards older plans: what they have is found again by this job, or is back at the source. */
    private static void discardOlder(ChangeWork work, JobId job) {
        work.sql()
                .update(
                        "UPDATE purge_plan SET state = ? WHERE state = ? AND plan_no IN (SELECT o.plan_no FROM mirror o"
                                + " WHERE o.state = ? AND o.job_no < ? AND o.destination ="
                                + " (SELECT m.destination FROM mirror m WHERE m.job_no = ?))",
                        PurgeState.DISCARDED.code(),
                        PurgeState.OPEN.code(),
                        MirrorState.PLANNED.code(),
                        job.number(),
                        job.number());
    }

    /** Ends the making of a plan without any file: the plan is gone, and older ones of the destination are DISCARDED. */
    public CompletableFuture<Void> notNeeded(PurgePlan plan) {
        return parts.writeWaiting(1, work -> {
            JobId job = plan.mirrorJob();
            discardOlder(work, job);
            work.sql()
                    .update(
                            "DELETE FROM purge_plan WHERE plan_no = ? AND state = ?",
                            plan.number(),
                            PurgeState.BUILDING.code());
            work.sql().update("UPDATE mirror SET plan_no = NULL WHERE job_no = ?", job.number());
            settle(work, job, MirrorState.NOT_NEEDED, "");
            Events.add(
                    work, job, "MIRROR_NOT_NEEDED", "the destination has nothing that the source no longer has", "{}");
            return null;
        });
    }

    /** Ends the making: the plan has FAILED, and nothing is removed. */
    public CompletableFuture<Void> notMade(PurgePlan plan, Failure why) {
        return parts.writeWaiting(1, work -> {
            Purges.made(work, plan.number(), why);
            settle(work, plan.mirrorJob(), MirrorState.NOT_MADE, why.text());
            Events.add(work, plan.mirrorJob(), "MIRROR_NOT_MADE", "no plan of removal was made: " + why.text(), "{}");
            return null;
        });
    }

    /** Earlier mirrors of the destination of a mirror job, the newest first. */
    public List<JobId> before(JobId job, int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT o.job_no FROM mirror o WHERE o.job_no < ? AND o.destination ="
                        + " (SELECT m.destination FROM mirror m WHERE m.job_no = ?) ORDER BY o.job_no DESC LIMIT ?",
                (row, at) -> new JobId(row.getLong(1)),
                job.number(),
                job.number(),
                CatalogParts.checkedRows(rowsMax)));
    }

    /** The largest directories of a plan, largest first. */
    public List<PurgeDirectory> largest(long plan) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM purge_directory WHERE plan_no = ? ORDER BY plan_no, ordinal LIMIT 100",
                PurgeRows.DIRECTORY,
                plan));
    }

    /** The directories of a plan that a person must look at, those with the most files first. */
    public List<PurgeCaution> cautions(long plan) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM purge_caution WHERE plan_no = ? ORDER BY plan_no, ordinal LIMIT 100",
                PurgeRows.CAUTION,
                plan));
    }

    /** Mirror plans of all nodes that wait for a person, the newest first. */
    public List<PurgePlan> open(int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM purge_plan WHERE state = ? AND mirror_job IS NOT NULL AND expires_at > ?"
                        + " ORDER BY state DESC, plan_no DESC LIMIT ?",
                PurgeRows.PLAN,
                PurgeState.OPEN.code(),
                parts.now(),
                CatalogParts.checkedRows(rowsMax)));
    }

    /**
     * Other jobs that write to an export and have not ended, or ended after {@code since}, or are newer than the mirror job; at most
     * {@link #WRITERS_MAX}, the oldest first.
     */
    public List<OtherWriter> writers(JobId mirror, ExportName export, Instant since) {
        return parts.read(sql -> sql.list(
                "SELECT j.job_no, j.state, q.destination FROM job j JOIN job_export e ON e.job_no = j.job_no"
                        + " JOIN job_request q ON q.job_no = j.job_no WHERE e.export = ? AND j.job_no <> ?"
                        + " AND j.state NOT IN (?, ?)"
                        + " AND (j.job_no > ? OR j.ended_at IS NULL OR j.ended_at > ?) ORDER BY j.job_no LIMIT ?",
                (row, at) ->
                        new OtherWriter(new JobId(row.getLong(1)), JobState.ofCode(row.getInt(2)), row.getString(3)),
                export.value(),
                mirror.number(),
                JobState.RECEIVING.code(),
                JobState.RECEIVING_PARTS.code(),
                mirror.number(),
                since,
                WRITERS_MAX));
    }

    /**
     * Begins to move the files of an applied mirror plan back, or to delete them from the quarantine. A plan that is in this state already is
     * given as it is.
     *
     * @param state RESTORING or EMPTYING
     * @param node which other node is to do it; empty for this one
     * @throws MoverException through the future: NOT_FOUND; ILLEGAL_STATE for a plan of datasets, and for one that was not applied
     */
    public CompletableFuture<PurgePlan> take(long plan, PurgeState state, OptionalLong node) {
        return parts.write(work -> {
            PurgePlan before = Purges.existing(work.sql(), plan);
            if (before.state() == state) return before;
            boolean isApplied = before.state().isApplied();
            if (before.mirror() == null) {
                throw new MoverException(
                        ErrorCode.ILLEGAL_STATE,
                        "purge-" + plan + " is not of a mirror: its files were deleted when it was applied");
            }
            if (!isApplied) {
                throw new MoverException(
                        ErrorCode.ILLEGAL_STATE,
                        "purge-" + plan + " is " + before.state() + ": nothing of it is in the quarantine");
            }
            work.sql()
                    .update(
                            "UPDATE purge_plan SET state = ?, node_no = ? WHERE plan_no = ?",
                            state.code(),
                            node.orElse(parts.node()),
                            plan);
            return Purges.existing(work.sql(), plan);
        });
    }

    /** Writes what became of files that were in the quarantine, and of their holdings. At most 1,000. */
    public CompletableFuture<Void> moved(long plan, List<PurgeFile> files) {
        List<PurgeFile> kept = List.copyOf(files);
        return parts.writeWaiting(1 + kept.size(), work -> {
            new PurgeRows(work).moved(plan, kept);
            KeptHoldings.OfPlan holdings = new KeptHoldings.OfPlan(work, plan);
            for (PurgeFile file : kept) {
                if (file.outcome() == PurgeOutcome.RESTORED) holdings.bringBack(file.number());
                if (file.outcome() == PurgeOutcome.REMOVED) holdings.forget(file.number());
            }
            holdings.end();
            return null;
        });
    }

    /**
     * Files of plans that are in the quarantine, in the order of the plans.
     *
     * @param plan of the last one of the page before; 0 for the first page
     * @param file number of that one in its plan
     */
    public List<QuarantinedFile> quarantined(long plan, long file, int rowsMax) {
        int rows = CatalogParts.checkedRows(rowsMax);
        return parts.read(sql -> {
            List<QuarantinedFile> found = new ArrayList<>();
            Optional<PurgePlan> at = PurgeRows.plan(sql, plan);
            long after = file;
            while (found.size() < rows) {
                if (at.isPresent()) found.addAll(quarantined(sql, at.get(), after, rows - found.size()));
                if (found.size() == rows) break;
                long behind = at.map(PurgePlan::number).orElse(plan);
                after = 0;
                at = sql.one(
                        "SELECT * FROM purge_plan WHERE plan_no > ? AND quarantined_files > 0 ORDER BY plan_no LIMIT 1",
                        PurgeRows.PLAN,
                        behind);
                if (at.isEmpty()) break;
            }
            return found;
        });
    }

    private static List<QuarantinedFile> quarantined(Statements sql, PurgePlan plan, long after, int rows) {
        PurgePlan.Application begun = plan.application();
        if (begun == null || begun.quarantined().files() == 0) return List.of();
        return sql
                .list(
                        "SELECT f.*, q.state AS held_state, s.instance_id FROM purge_file f LEFT JOIN quarantined_holding q"
                                + " ON q.plan_no = f.plan_no AND q.file_no = f.file_no"
                                + " LEFT JOIN held_dataset s ON s.dataset_no = q.dataset_no"
                                + " WHERE f.plan_no = ? AND f.outcome = ? AND f.file_no > ? ORDER BY f.plan_no, f.file_no LIMIT ?",
                        HELD,
                        plan.number(),
                        PurgeOutcome.QUARANTINED.code(),
                        after,
                        rows)
                .stream()
                .map(row -> new QuarantinedFile(plan, row.file(), row.state(), row.dataset(), begun.begunAt()))
                .toList();
    }

    private record Held(
            PurgeFile file,
            @Nullable HoldingState state,
            @Nullable String dataset) {}

    /** Ends what {@link #take} began. */
    public CompletableFuture<Void> taken(PurgePlan plan) {
        return parts.writeWaiting(1, work -> {
            PurgePlan.Quarantined left =
                    Purges.existing(work.sql(), plan.number()).quarantined();
            PurgeState state = ended(plan.state(), left.files());
            work.sql()
                    .update(
                            "UPDATE purge_plan SET state = ? WHERE plan_no = ? AND state = ?",
                            state.code(),
                            plan.number(),
                            plan.state().code());
            String text = "purge-" + plan.number()
                    + switch (state) {
                        case RESTORED -> ": files are back from the quarantine";
                        case PARTLY_RESTORED -> ": " + left.files() + " files stay in the quarantine";
                        default -> ": the quarantine is empty";
                    };
            Events.add(work, null, state == PurgeState.EMPTIED ? "PURGE_EMPTIED" : "PURGE_RESTORED", text, "{}");
            return null;
        });
    }

    private static PurgeState ended(PurgeState begun, long left) {
        if (begun != PurgeState.RESTORING) return PurgeState.EMPTIED;
        return left == 0 ? PurgeState.RESTORED : PurgeState.PARTLY_RESTORED;
    }
}
