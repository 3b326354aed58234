package org.bdm.server.mirror;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.bdm.core.destination.object.ObjectRemoval;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.WritableStore;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.removal.OtherWriter;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.job.bucket.AskedStores;
import org.bdm.server.job.bucket.PlannedRemovals;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/**
 * Moves the files of a mirror plan into the quarantine, or deletes its objects from a bucket, group by group. Each is checked again; one that
 * another job listed since the mirror job was submitted is kept, and so are all that are left when such a job turns up meanwhile. Belongs to one
 * thread.
 */
public final class MirrorApplication {
    private static final int GROUP_MAX = 200;
    private static final int READ_AT_ONCE = 1_000;

    private final Catalog catalog;
    private final LocalExports exports;
    private final AskedStores stores;
    private final PurgePlan plan;
    private final BooleanSupplier mayGoOn;
    private final PathHashes planned = new PathHashes(0, 1);
    private final BitSet listedAgain = new BitSet();
    private final Set<JobId> read = new HashSet<>();
    private @Nullable OtherWriters others;

    /**
     * Of a mirror plan that is APPLYING.
     *
     * @param mayGoOn asked before each group; false stops with STOPPING
     */
    public MirrorApplication(
            Catalog catalog, LocalExports exports, AskedStores stores, PurgePlan plan, BooleanSupplier mayGoOn) {
        this.catalog = catalog;
        this.exports = exports;
        this.stores = stores;
        this.plan = plan;
        this.mayGoOn = mayGoOn;
    }

    /** Ends every file that is PENDING; the plan as it ended. */
    public PurgePlan run() {
        String reasonToKeep = lookAtOthers();
        long after = 0;
        List<PurgeFile> page = catalog.purges().files(plan.number(), after, GROUP_MAX);
        while (!page.isEmpty()) {
            if (!mayGoOn.getAsBoolean()) throw new MoverException(ErrorCode.STOPPING, "the server is stopping");
            List<PurgeFile> pending = page.stream()
                    .filter(file -> file.outcome() == PurgeOutcome.PENDING)
                    .toList();
            if (!pending.isEmpty()) end(pending, reasonToKeep);
            after = page.get(page.size() - 1).number();
            page = catalog.purges().files(plan.number(), after, GROUP_MAX);
        }
        return Durable.await(catalog.purges().applied(plan.number()));
    }

    /** Finds the files of the plan that other jobs listed since; null, or why nothing can be removed. */
    private @Nullable String lookAtOthers() {
        Job job = catalog.jobs().find(plan.mirrorJob()).orElse(null);
        if (job == null || job.request().destination() == null) return plan.mirrorJob() + " is no longer known";
        Endpoint tree = Endpoint.parse(job.request().destination());
        OtherWriters writers = new OtherWriters(catalog, job, tree);
        others = writers;
        try {
            List<JobId> ended = writers.ended();
            if (!ended.isEmpty()) readPlan();
            ListedPaths paths = new ListedPaths(catalog, tree.export(), mayGoOn);
            for (JobId other : ended) {
                paths.files(other, path -> {
                    int at = planned.indexOf(path);
                    if (at >= 0) listedAgain.set(at);
                });
                read.add(other);
            }
            return null;
        } catch (MoverException e) {
            return switch (e.code()) {
                case UNKNOWN_JOB, FILES_REMOVED, TOO_LARGE ->
                    "what other jobs brought since is not known: " + e.sentence() + "; mirror again";
                default -> throw e;
            };
        }
    }

    private void readPlan() {
        List<PurgeFile> page = catalog.purges().files(plan.number(), 0, READ_AT_ONCE);
        while (!page.isEmpty()) {
            page.forEach(file -> planned.add(file.path()));
            page = catalog.purges()
                    .files(plan.number(), page.get(page.size() - 1).number(), READ_AT_ONCE);
        }
    }

    private void end(List<PurgeFile> files, @Nullable String reasonToKeep) {
        ExportName export = files.get(0).export();
        @Nullable PlannedRemovals inBucket;
        try {
            inBucket = inBucket(export);
        } catch (MoverException e) {
            // Another node ends these, or this one when the store answers.
            if (e.code() == ErrorCode.EXPORT_ELSEWHERE || ObjectRemoval.isOfStore(e)) throw e;
            settle(kept(files, e.sentence()));
            return;
        }
        if (inBucket == null) settle(moved(exports.writable(export), files, reasonToKeep));
        else if (reasonToKeep != null) settle(kept(files, reasonToKeep));
        else new MirrorObjects(inBucket, this::isListedAgain, this::busy).remove(files, this::settle);
    }

    private void settle(List<PurgeFile> ended) {
        Durable.await(catalog.purges().settle(plan.number(), ended));
    }

    /** Null if the export is a directory. */
    private @Nullable PlannedRemovals inBucket(ExportName export) {
        return exports.receiving(export) instanceof ObjectStore bucket ? new PlannedRemovals(stores, bucket) : null;
    }

    private static List<PurgeFile> kept(List<PurgeFile> files, String why) {
        return files.stream().map(file -> file.ended(PurgeOutcome.KEPT, why)).toList();
    }

    private List<PurgeFile> moved(WritableStore store, List<PurgeFile> files, @Nullable String reasonToKeep) {
        MirrorGroup group = new MirrorGroup(store, plan, this::isListedAgain);
        String why = reasonToKeep == null ? busy() : reasonToKeep;
        if (why != null) return group.kept(files, why);
        List<PurgeFile> taken = group.taken(files);
        // A job that was submitted meanwhile may have seen a file just before it went.
        String late = busy();
        return late == null ? taken : group.kept(files, late);
    }

    private boolean isListedAgain(PurgeFile file) {
        if (read.isEmpty()) return false;
        int at = planned.indexOf(file.path());
        return at >= 0 && listedAgain.get(at);
    }

    /** Why nothing can be removed now; null if no other job is in the way. */
    private @Nullable String busy() {
        OtherWriters writers = others;
        if (writers == null) return null;
        OtherWriter other = writers.besides(read).orElse(null);
        return other == null
                ? null
                : other.job() + " writes to the same place, or did while the plan was applied: mirror again";
    }
}
