package org.bdm.server.mirror;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReceivingStore;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.removal.PurgeCaution;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.job.bucket.AskedStores;
import org.bdm.server.job.bucket.PlannedRemovals;
import org.bdm.server.job.schedule.GlobFilter;
import org.bdm.server.site.access.LocalExports;

/**
 * Compares the destination of a mirror job with what the job listed, and writes what the source no longer has into a plan; touches no file.
 * Names are compared by hashes, at most {@value #NAMES_AT_ONCE} at once: a longer listing is read, and its destination walked, in several
 * rounds, each for its own share of all names. Belongs to one thread.
 */
final class MirrorPlanning {
    private static final int FILES_MAX = 1_000_000;
    private static final int NAMES_AT_ONCE = 4_000_000;
    private static final int FILES_AT_ONCE = 500;

    private final Catalog catalog;
    private final LocalExports exports;
    private final AskedStores stores;
    private final PurgePlan plan;
    private final int namesAtOnce;
    private final BooleanSupplier mayGoOn;
    private final LargestDirectories largest = new LargestDirectories();
    private final OddDirectories odd = new OddDirectories();
    private final List<PurgeFile> found = new ArrayList<>();
    private long files;
    private long destinationFiles;

    MirrorPlanning(Catalog catalog, LocalExports exports, AskedStores stores, PurgePlan plan, BooleanSupplier mayGoOn) {
        this(catalog, exports, stores, plan, NAMES_AT_ONCE, mayGoOn);
    }

    /** With a limit that a test can reach. */
    MirrorPlanning(
            Catalog catalog,
            LocalExports exports,
            AskedStores stores,
            PurgePlan plan,
            int namesAtOnce,
            BooleanSupplier mayGoOn) {
        this.catalog = catalog;
        this.exports = exports;
        this.stores = stores;
        this.plan = plan;
        this.namesAtOnce = namesAtOnce;
        this.mayGoOn = mayGoOn;
    }

    /**
     * Makes the plan, or finds that none is needed; what an earlier run began is forgotten.
     *
     * @throws MoverException STOPPING; ILLEGAL_STATE if the listing of the job does not tell what its source has; TOO_LARGE
     */
    void run() {
        catalog.mirrors().restart(plan);
        Job job = sound(plan.mirrorJob());
        Endpoint tree = treeOf(job);
        JobSettings settings = job.request().settings();
        GlobFilter filter = new GlobFilter(settings.include(), settings.exclude());
        ReceivingStore store = exports.receiving(tree.export());
        if (job.state() != JobState.SUCCEEDED) new OtherKinds(catalog, store, tree, mayGoOn).explain(job.id());
        List<JobId> others = new OtherWriters(catalog, job, tree).ended();
        int parts = parts(job, others);
        for (int part = 0; part < parts; part++) {
            Listed listed = listed(job, others, tree, part, parts);
            new DestinationWalk(store, tree.path(), filter, new Compared(tree, listed), mayGoOn).run();
        }
        flush();
        if (files == 0) Durable.await(catalog.mirrors().notNeeded(plan));
        else {
            note(tree.export());
            Durable.await(catalog.mirrors().planned(plan, destinationFiles, largest.shown(), cautions(job, tree)));
        }
    }

    private void note(ExportName export) {
        StorePath first = catalog.purges().files(plan.number(), 0, 1).get(0).path();
        String note = PlannedRemovals.note(stores, exports, Map.of(export, first));
        if (!note.isEmpty()) Durable.await(catalog.purges().note(plan.number(), note));
    }

    private List<PurgeCaution> cautions(Job job, Endpoint tree) {
        return new ChangedDevices(catalog, job.id(), tree.path()).marked(odd.shown());
    }

    /** The job, if its listing can be believed to be all that the source has; what failed is explained later. */
    private Job sound(JobId id) {
        Job job = catalog.jobs()
                .find(id)
                .orElseThrow(() -> new MoverException(ErrorCode.ILLEGAL_STATE, "there is no " + id + " any more"));
        if (job.isDeleted()) throw new MoverException(ErrorCode.ILLEGAL_STATE, id + " was deleted");
        boolean hasEnded = job.state() == JobState.SUCCEEDED || OtherKinds.canExplain(catalog, job);
        if (!hasEnded || !job.listingComplete()) {
            throw new MoverException(ErrorCode.ILLEGAL_STATE, id + " has no complete listing: it is " + job.state());
        }
        job.refuseIfFilesAreRemoved();
        if (catalog.jobs().counts(id).total().files() == 0) {
            throw new MoverException(
                    ErrorCode.ILLEGAL_STATE,
                    "the source has no file at all, as when a file system is not mounted there: an empty listing removes"
                            + " nothing");
        }
        return job;
    }

    private static Endpoint treeOf(Job job) {
        String destination = job.request().destination();
        if (destination == null) throw new IllegalStateException(job.id() + " is a mirror without destination");
        return Endpoint.parse(destination);
    }

    private int parts(Job job, List<JobId> others) {
        long names = catalog.listings().position(job.id()).nextDirectory();
        names += catalog.jobs().counts(job.id()).total().files();
        for (JobId other : others) names += catalog.jobs().counts(other).total().files();
        return (int) ((names + namesAtOnce - 1) / namesAtOnce);
    }

    /**
     * One share of all names.
     *
     * @param files what stays: files and links of the job, and those that other jobs brought since
     * @param directories of the job: what else has such a name is in their way
     */
    private record Listed(PathHashes files, PathHashes directories) {
        boolean has(StorePath directory) {
            return directories.has(directory) || files.has(directory);
        }
    }

    private Listed listed(Job job, List<JobId> others, Endpoint tree, int part, int parts) {
        Listed listed = new Listed(new PathHashes(part, parts), new PathHashes(part, parts));
        ListedPaths paths = new ListedPaths(catalog, tree.export(), mayGoOn);
        paths.files(job.id(), listed.files::add);
        paths.directories(job.id(), tree.path(), listed.directories::add);
        for (JobId other : others) {
            try {
                paths.files(other, listed.files::add);
            } catch (MoverException e) {
                boolean isGone = e.code() == ErrorCode.UNKNOWN_JOB || e.code() == ErrorCode.FILES_REMOVED;
                if (!isGone) throw e; // what is gone keeps every file when the plan is applied
            }
        }
        return listed;
    }

    /** Compares what a walk finds with one share of the names. */
    private final class Compared implements DestinationWalk.Receiver {
        private final Endpoint tree;
        private final Listed listed;

        Compared(Endpoint tree, Listed listed) {
            this.tree = tree;
            this.listed = listed;
        }

        @Override
        public boolean file(StorePath path, FileStatus status) {
            if (!listed.files.isOfPart(path)) return true; // another round decides
            destinationFiles++;
            if (listed.files.has(path)) return true;
            take(tree, path, status);
            return false;
        }

        @Override
        public void left(StorePath path, long gone, long all) {
            boolean isOther = listed.files.isOfPart(path) && listed.files.has(path) && !listed.directories.has(path);
            if (isOther) odd.file(path, gone, all);
            else odd.left(path, !listed.files.isOfPart(path) || listed.has(path), gone, all);
        }
    }

    private void take(Endpoint tree, StorePath path, FileStatus status) {
        if (++files > FILES_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    "the source no longer has more than " + FILES_MAX
                            + " files of the destination; mirror its directories one by one");
        }
        largest.add(path, status.version().size());
        found.add(new PurgeFile(
                files,
                0,
                tree.export(),
                path,
                status.version().size(),
                status.version().modified(),
                PurgeOutcome.PENDING,
                "",
                status.version().inode()));
        if (found.size() == FILES_AT_ONCE) flush();
    }

    private void flush() {
        if (found.isEmpty()) return;
        Durable.await(catalog.mirrors().add(plan.number(), found));
        found.clear();
    }
}
