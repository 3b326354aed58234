package org.bdm.server.app;

import org.bdm.core.id.JobId;
import org.bdm.core.store.ExportId;
import org.bdm.core.store.local.LocalStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.site.access.LocalExports;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes work areas of a life of the site that its catalog has forgotten: after a restore from a backup, and in a directory that another
 * catalog wrote to before. Their journals tell of files by numbers of jobs, chunks and leases, which are given again and then mean other
 * files. What was placed stays; what was half received is received again.
 */
final class ForgottenAreas {
    private static final Logger LOG = LoggerFactory.getLogger(ForgottenAreas.class);

    private final Catalog catalog;

    ForgottenAreas(Catalog catalog) {
        this.catalog = catalog;
    }

    /** Before any job runs; blocks. */
    void clear(LocalExports exports) {
        for (LocalExports.Export export : exports.all()) {
            if (!export.isWritable() || !(export.store() instanceof LocalStore store)) continue;
            store.exportId()
                    .map(ExportId::rootId)
                    .ifPresent(root -> catalog.nodes().clearAreas(root, isWhole -> clear(export, store, isWhole)));
        }
    }

    private void clear(LocalExports.Export export, LocalStore store, boolean isWhole) {
        for (JobId job : store.workAreas()) {
            if (!isWhole && catalog.jobs().find(job).isPresent()) continue;
            store.workArea(job).remove();
            LOG.info("removed the work area of {} in export {}: it is of before a restore", job, export.name());
        }
    }
}
