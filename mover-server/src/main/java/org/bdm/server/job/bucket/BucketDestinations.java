package org.bdm.server.job.bucket;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.bdm.core.destination.object.ObjectDestination;
import org.bdm.core.destination.object.ObjectPlace;
import org.bdm.core.destination.object.ObjectSettings;
import org.bdm.core.destination.object.PartMemory;
import org.bdm.core.destination.object.StoreManners;
import org.bdm.core.destination.object.StoreWait;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.FinishOptions;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.WritableStore;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.site.access.LocalExports;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The exports of this process that are buckets, as destinations of jobs. A store is asked for its manners before the first job writes into it, and
 * what it has shown is kept. Any thread that may block.
 */
public final class BucketDestinations {
    private static final Logger LOG = LoggerFactory.getLogger(BucketDestinations.class);
    private static final FinishOptions NONE = new FinishOptions(false, PlaceMode.NEW, 0);

    private final Catalog catalog;
    private final LocalExports exports;
    private final Supplier<WritableStore> journals;
    private final StoreWait waiting;
    private final AskedStores stores;
    private final PartMemory memory = PartMemory.ofProcess();

    /**
     * With its parts.
     *
     * @param journals gives the directory of this machine in which the journals lie; asked for when it is needed
     * @param fresh gives a text that nobody has used, for keys of its own
     */
    public BucketDestinations(
            Catalog catalog,
            LocalExports exports,
            Supplier<WritableStore> journals,
            StoreWait waiting,
            Supplier<String> fresh) {
        this.catalog = catalog;
        this.exports = exports;
        this.journals = journals;
        this.waiting = waiting;
        this.stores = new AskedStores(catalog, waiting, fresh);
    }

    /** Returns the bucket of a writable export; empty if it is a directory. Errors as {@link LocalExports#receiving}. */
    public Optional<ObjectStore> bucket(ExportName export) {
        return exports.receiving(export) instanceof ObjectStore store ? Optional.of(store) : Optional.empty();
    }

    /** Makes the destination of a job. Asks the store first if it is not known. */
    public ObjectDestination destination(ExportName export, ObjectStore store, JobId job, FinishOptions finishing) {
        return destination(export, store, job, finishing, manners(store));
    }

    /** Makes the destination of a job that writes nothing more: of a store that is not known nothing is expected. */
    public ObjectDestination ended(ExportName export, ObjectStore store, JobId job) {
        StoreManners manners = stores.kept(store).orElseGet(() -> new StoreManners(Set.of()));
        return destination(export, store, job, NONE, manners);
    }

    private ObjectDestination destination(
            ExportName export, ObjectStore store, JobId job, FinishOptions finishing, StoreManners manners) {
        return new ObjectDestination(
                new ObjectPlace(export.value(), store.bucket(), store, store::key),
                job,
                finishing,
                new ObjectDestination.Around(
                        journals.get(), catalog.uploads(), memory, manners, ObjectSettings.DEFAULT, waiting));
    }

    /** Returns the manners of a store; asks it once. */
    public StoreManners manners(ObjectStore store) {
        return stores.manners(store);
    }

    /**
     * Gives up what a job has left in all buckets; a store that does not answer keeps it until the next time. A job without journals began no
     * upload, and costs one look.
     */
    public void discard(JobId job) {
        Boolean hasJournals = null;
        for (LocalExports.Export export : exports.all()) {
            if (!export.isWritable() || !(export.store() instanceof ObjectStore store)) continue;
            if (hasJournals == null) hasJournals = hasJournals(job);
            if (hasJournals) discard(export, store, job);
        }
    }

    private boolean hasJournals(JobId job) {
        try {
            return journals.get().workAreas().contains(job);
        } catch (MoverException e) {
            return true; // giving up fails alike, and says why
        }
    }

    private void discard(LocalExports.Export export, ObjectStore store, JobId job) {
        try {
            ended(export.name(), store, job).discardAll();
        } catch (MoverException e) {
            LOG.warn("what {} left unfinished in export {} stays there: {}", job, export.name(), e.sentence());
        }
    }

    /** Gives up what jobs that have ended left, for example while this node was down. */
    public void discardOfEndedJobs() {
        for (LocalExports.Export export : exports.all()) {
            if (!export.isWritable() || !(export.store() instanceof ObjectStore store)) continue;
            Set<JobId> jobs = new HashSet<>(catalog.uploads().jobs(export.name().value()));
            jobs.addAll(journals.get().workAreas());
            for (JobId job : jobs) {
                Optional<Job> found = catalog.jobs().find(job);
                if (found.isPresent() && found.get().state().isFinal()) discard(export, store, job);
            }
        }
    }
}
