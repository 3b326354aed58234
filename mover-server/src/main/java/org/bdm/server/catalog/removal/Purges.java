package org.bdm.server.catalog.removal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Cursor;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.holding.Failure;
import org.bdm.server.catalog.holding.Holdings;
import org.bdm.server.catalog.holding.KeptHoldings;
import org.bdm.server.catalog.job.Events;
import org.jspecify.annotations.Nullable;

/** Plans of removal. One worker at a time writes of one plan. */
public final class Purges {
    private static final int TEXT_LENGTH_MAX = 2_000;

    /** True of a plan whose node is STOPPED or REMOVED: states of nodes are in another room. */
    private static final String IS_LEFT = "node_no IN (SELECT n.node_no FROM node n WHERE n.state IN (0, 4))";

    /** True of a plan that is APPLYING, RESTORING or EMPTYING, or a mirror's that is BUILDING: a restart, or another node, goes on with it. */
    private static final String GOES_ON = "(state IN (3, 7, 9) OR (state = 1 AND mirror_job IS NOT NULL))";

    private final CatalogParts parts;

    public Purges(CatalogParts parts) {
        this.parts = parts;
    }

    /** Begins a plan, which is BUILDING; refused with TOO_MANY_REQUESTS while {@code openMax} are being made or applied. */
    public CompletableFuture<PurgePlan> begin(
            String owner, String selection, boolean withoutSuccessor, Duration validFor, int openMax) {
        return parts.write(work -> {
            long number = insert(work, parts.node(), owner, selection, validFor, openMax);
            work.sql()
                    .update("UPDATE purge_plan SET without_successor = ? WHERE plan_no = ?", withoutSuccessor, number);
            return existing(work.sql(), number);
        });
    }

    /** A plan without files, which is BUILDING at a node; refused as by {@link #begin}. */
    static long insert(ChangeWork work, long node, String owner, String selection, Duration validFor, int openMax) {
        long open = work.sql()
                .number(
                        "SELECT COUNT(*) FROM purge_plan WHERE state IN (?, ?)",
                        PurgeState.BUILDING.code(),
                        PurgeState.APPLYING.code());
        if (open >= openMax) {
            throw new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS,
                    open + " plans of removal are being made or applied; wait for one to end");
        }
        return work.sql()
                .insert(
                        "INSERT INTO purge_plan (owner, selection, without_successor, state, node_no, datasets, files,"
                                + " bytes, removed_files, removed_bytes, kept_files, created_at, expires_at)"
                                + " VALUES (?, ?, FALSE, ?, ?, 0, 0, 0, 0, 0, 0, ?, ?)",
                        "plan_no",
                        Statements.cut(owner, 200),
                        Statements.cut(selection, 100_000),
                        PurgeState.BUILDING.code(),
                        node,
                        work.now(),
                        work.now().plus(validFor));
    }

    /** One plan. */
    public Optional<PurgePlan> find(long number) {
        return parts.read(sql -> PurgeRows.plan(sql, number));
    }

    static PurgePlan existing(CatalogParts parts, long number) {
        return parts.read(sql -> existing(sql, number));
    }

    static PurgePlan existing(Statements sql, long number) {
        return PurgeRows.plan(sql, number)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no purge-" + number));
    }

    /** Plans of this node whose work goes on, the oldest first: to be applied, restored or emptied, and of mirrors also to be made. */
    public List<PurgePlan> goingOn(int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM purge_plan WHERE " + GOES_ON + " AND node_no = ? ORDER BY state, plan_no LIMIT ?",
                PurgeRows.PLAN,
                parts.node(),
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Plans of this node in a state, the oldest first. */
    public List<PurgePlan> inState(PurgeState state, int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM purge_plan WHERE state = ? AND node_no = ? ORDER BY state, plan_no LIMIT ?",
                PurgeRows.PLAN,
                state.code(),
                parts.node(),
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Plans whose work goes on, of a node that ended in order or was removed, the oldest first; one that is only lost may still work. */
    public List<PurgePlan> left(int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM purge_plan WHERE " + GOES_ON + " AND " + IS_LEFT + " ORDER BY state, plan_no LIMIT ?",
                PurgeRows.PLAN,
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Makes this node go on with a plan that another one left; false if another node was first, or that one is back. */
    public boolean adopt(long plan) {
        return parts.database()
                .transact(sql -> sql.update(
                                "UPDATE purge_plan SET node_no = ? WHERE plan_no = ? AND " + GOES_ON + " AND "
                                        + IS_LEFT,
                                parts.node(),
                                plan)
                        == 1);
    }

    /** Names of the exports in which a plan removes files. */
    public List<ExportName> exportsOf(long plan) {
        return parts.read(sql -> sql.list(
                "SELECT DISTINCT export FROM purge_file WHERE plan_no = ? ORDER BY export LIMIT 1000",
                (row, at) -> new ExportName(row.getString(1)),
                plan));
    }

    /** A page, the newest first. */
    public RowPage<PurgePlan> page(@Nullable String cursor, int rowsMax) {
        long before = cursor == null ? Long.MAX_VALUE : Cursor.read(cursor);
        List<PurgePlan> rows = parts.read(sql -> sql.list(
                "SELECT * FROM purge_plan WHERE plan_no < ? ORDER BY plan_no DESC LIMIT ?",
                PurgeRows.PLAN,
                before,
                CatalogParts.checkedRows(rowsMax)));
        boolean isLast = rows.size() < rowsMax;
        return new RowPage<>(
                rows, isLast ? null : Cursor.write(rows.get(rows.size() - 1).number()));
    }

    /** Adds a dataset with some of its files, or more files of one that is there; the counts of both grow. At most 1,000 files. */
    public CompletableFuture<Void> add(long plan, PurgeDataset dataset, List<PurgeFile> files) {
        List<PurgeFile> kept = List.copyOf(files);
        return parts.writeWaiting(1 + kept.size(), work -> {
            new PurgeRows(work).add(plan, dataset, kept);
            return null;
        });
    }

    /** Writes what a plan does in buckets, in words. */
    public CompletableFuture<Integer> note(long plan, String text) {
        return parts.writeWaiting(
                1,
                work -> work.sql()
                        .update(
                                "UPDATE purge_plan SET note = ? WHERE plan_no = ?",
                                Statements.cut(text, TEXT_LENGTH_MAX),
                                plan));
    }

    /** Ends the making: FAILED with a reason, OPEN without. */
    public CompletableFuture<Void> made(long plan, @Nullable Failure failure) {
        return parts.writeWaiting(1, work -> {
            made(work, plan, failure);
            return null;
        });
    }

    static void made(ChangeWork work, long plan, @Nullable Failure failure) {
        work.sql()
                .update(
                        "UPDATE purge_plan SET state = ?, reason_code = ?, reason_text = ? WHERE plan_no = ? AND state = ?",
                        (failure == null ? PurgeState.OPEN : PurgeState.FAILED).code(),
                        failure == null ? null : failure.code().name(),
                        failure == null ? null : Statements.cut(failure.text(), TEXT_LENGTH_MAX),
                        plan,
                        PurgeState.BUILDING.code());
    }

    /**
     * Begins to apply a plan. One that is being applied, or was, is given as it is.
     *
     * @param node which other node is to apply it; empty for this one
     * @throws MoverException through the future: NOT_FOUND; ILLEGAL_STATE for one that is not OPEN, or has expired
     */
    public CompletableFuture<PurgePlan> apply(long plan, String by, OptionalLong node) {
        return parts.write(work -> {
            PurgePlan before = existing(work.sql(), plan);
            if (before.state() == PurgeState.APPLYING || before.state() == PurgeState.APPLIED) return before;
            refuseUnlessOpen(before, work.now());
            work.sql()
                    .update(
                            "UPDATE purge_plan SET state = ?, applied_by = ?, begun_at = ?, node_no = ? WHERE plan_no = ?",
                            PurgeState.APPLYING.code(),
                            Statements.cut(by, 200),
                            work.now(),
                            node.orElse(parts.node()),
                            plan);
            return existing(work.sql(), plan);
        });
    }

    private static void refuseUnlessOpen(PurgePlan plan, Instant now) {
        if (plan.state() != PurgeState.OPEN) {
            throw new MoverException(ErrorCode.ILLEGAL_STATE, "purge-" + plan.number() + " is " + plan.state());
        }
        if (now.isAfter(plan.expiresAt())) {
            throw new MoverException(
                    ErrorCode.ILLEGAL_STATE,
                    "purge-" + plan.number() + " expired at " + plan.expiresAt() + ": make a new plan and look at it");
        }
    }

    /** Takes a plan that is OPEN away from those that can be applied; fails as {@link #apply}. */
    public CompletableFuture<PurgePlan> discard(long plan) {
        return parts.write(work -> {
            PurgePlan before = existing(work.sql(), plan);
            if (before.state() != PurgeState.OPEN) {
                throw new MoverException(ErrorCode.ILLEGAL_STATE, "purge-" + plan + " is " + before.state());
            }
            work.sql().update("UPDATE purge_plan SET state = ? WHERE plan_no = ?", PurgeState.DISCARDED.code(), plan);
            return existing(work.sql(), plan);
        });
    }

    /**
     * Writes what became of files, and forgets the holdings of those that were removed; those of files in the quarantine are set aside. PENDING
     * ones are passed over. At most 1,000.
     */
    public CompletableFuture<Void> settle(long plan, List<PurgeFile> files) {
        List<PurgeFile> ended = files.stream()
                .filter(file -> file.outcome() != PurgeOutcome.PENDING)
                .toList();
        return parts.writeWaiting(1 + ended.size(), work -> {
            new PurgeRows(work).settle(plan, ended);
            Map<ExportName, List<StorePath>> removed = new LinkedHashMap<>();
            KeptHoldings.OfPlan quarantined = new KeptHoldings.OfPlan(work, plan);
            for (PurgeFile file : ended) {
                if (file.outcome() == PurgeOutcome.QUARANTINED) {
                    quarantined.take(file.number(), file.export(), file.path());
                }
                if (file.outcome() != PurgeOutcome.REMOVED) continue;
                removed.computeIfAbsent(file.export(), missing -> new ArrayList<>())
                        .add(file.path());
            }
            removed.forEach((export, paths) -> Holdings.forget(work, export, paths));
            quarantined.end();
            return null;
        });
    }

    /** Ends the application of a plan; an event of the site tells it. */
    public CompletableFuture<PurgePlan> applied(long plan) {
        return parts.writeWaiting(1, work -> {
            work.sql()
                    .update(
                            "UPDATE purge_plan SET state = ?, ended_at = ? WHERE plan_no = ? AND state = ?",
                            PurgeState.APPLIED.code(),
                            work.now(),
                            plan,
                            PurgeState.APPLYING.code());
            PurgePlan ended = existing(work.sql(), plan);
            PurgePlan.Application application = ended.application();
            if (application != null) {
                String text = "purge-" + plan + ": " + application.removedFiles() + " files removed, "
                        + application.keptFiles() + " kept";
                Events.add(work, null, "PURGE_APPLIED", text, "{}");
            }
            return ended;
        });
    }

    /** The datasets of a plan behind an ordinal, in their order. */
    public List<PurgeDataset> datasets(long plan, int after, int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM purge_dataset WHERE plan_no = ? AND dataset_ordinal > ?"
                        + " ORDER BY plan_no, dataset_ordinal LIMIT ?",
                PurgeRows.DATASET,
                plan,
                after,
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Files of a plan behind a number, in their order. */
    public List<PurgeFile> files(long plan, long after, int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM purge_file WHERE plan_no = ? AND file_no > ? ORDER BY plan_no, file_no LIMIT ?",
                PurgeRows.FILE,
                plan,
                after,
                CatalogParts.checkedRows(rowsMax)));
    }

    /** True if a plan that is being made or applied, or can be applied now, has this dataset in it. */
    public boolean isProposed(String instanceId) {
        return parts.read(sql -> sql.number(
                        "SELECT COUNT(*) FROM purge_plan p JOIN purge_dataset d ON d.plan_no = p.plan_no"
                                + " WHERE (p.state IN (?, ?) OR (p.state = ? AND p.expires_at > ?))"
                                + " AND d.instance_id = ?",
                        PurgeState.BUILDING.code(),
                        PurgeState.APPLYING.code(),
                        PurgeState.OPEN.code(),
                        parts.now(),
                        instanceId)
                > 0);
    }
}
