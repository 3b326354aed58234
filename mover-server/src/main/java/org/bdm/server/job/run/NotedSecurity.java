package org.bdm.server.job.run;

import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.job.Job;

/** Keeps with a job how its data moved; both ways if it was resumed under another setting. Belongs to the job's thread. */
final class NotedSecurity {
    private final Catalog catalog;
    private final Job job;
    private String noted;

    NotedSecurity(Catalog catalog, Job job) {
        this.catalog = catalog;
        this.job = job;
        this.noted = job.dataSecurity() == null ? "" : job.dataSecurity();
    }

    /** Its data moves this way too. */
    void note(String security) {
        if (noted.contains(security)) return;
        noted = noted.isEmpty() ? security : noted + "+" + security;
        Durable.await(catalog.jobs().noteDataSecurity(job.id(), noted));
    }
}
