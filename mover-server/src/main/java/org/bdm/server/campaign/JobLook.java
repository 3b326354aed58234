package org.bdm.server.campaign;

import org.bdm.core.control.job.JobView;
import org.bdm.server.catalog.job.Job;

/** Shows a job of this site as the REST interface does. Any thread that may block. */
@FunctionalInterface
public interface JobLook {
    /** Returns what is known of the job now. */
    JobView view(Job job);
}
