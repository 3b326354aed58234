package org.bdm.server.job.run;

import java.util.Optional;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.WritableStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.job.bucket.BucketDestinations;
import org.bdm.server.site.access.LocalExports;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes temporary files and journals of jobs that have ended: nothing of them is ever needed again. May block. */
final class LeftoverAreas {
    private static final Logger LOG = LoggerFactory.getLogger(LeftoverAreas.class);

    private final LocalExports exports;
    private final BucketDestinations buckets;

    LeftoverAreas(LocalExports exports, BucketDestinations buckets) {
        this.exports = exports;
        this.buckets = buckets;
    }

    /** The areas of one job, in all exports. */
    void remove(JobId job) {
        buckets.discard(job);
        for (LocalExports.Export export : exports.all()) {
            if (!(export.store() instanceof WritableStore store) || !export.isWritable()) continue;
            try {
                if (store.workAreas().contains(job)) store.workArea(job).remove();
            } catch (MoverException e) {
                LOG.warn("what {} left unfinished in export {} stays there: {}", job, export.name(), e.sentence());
            }
        }
    }

    /** The areas of all jobs that have ended, for example while this node was down; those of jobs that the catalog does not know stay. */
    void removeOfEndedJobs(Catalog catalog) {
        buckets.discardOfEndedJobs();
        for (LocalExports.Export export : exports.all()) {
            if (!(export.store() instanceof WritableStore store) || !export.isWritable()) continue;
            try {
                for (JobId job : store.workAreas()) {
                    Optional<Job> known = catalog.jobs().find(job);
                    if (known.isPresent() && known.get().state().isFinal()) remove(job);
                }
            } catch (MoverException e) {
                LOG.warn("leftovers in export {} were not looked for: {}", export.name(), e.sentence());
            }
        }
    }
}
