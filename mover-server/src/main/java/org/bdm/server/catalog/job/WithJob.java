package org.bdm.server.catalog.job;

import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.ChangeWork;

/** A change that is written in the transaction that makes a job visible: both are there, or neither. */
@FunctionalInterface
public interface WithJob {
    /** Writes it, on the committer's thread; what it throws refuses the job too. */
    void write(ChangeWork work, JobId job);
}
