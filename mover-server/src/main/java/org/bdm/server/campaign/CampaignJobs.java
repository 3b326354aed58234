package org.bdm.server.campaign;

import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.SubmitJob;

/** The jobs of campaigns, at this site and at others; ids of the latter name the site. Any thread that may block. */
public interface CampaignJobs {
    /** Submits the job of a destination; the same key and owner give the same job. */
    JobView submit(String destination, SubmitJob job, String key, String owner);

    /** Returns the job as it is now, or was a second ago. */
    JobView look(String id);

    /** Cancels the job; gives it as it is then, which may be before its end. */
    JobView cancel(String id, String by);
}
