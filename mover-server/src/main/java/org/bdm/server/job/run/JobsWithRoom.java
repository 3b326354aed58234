package org.bdm.server.job.run;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.id.JobId;

/** The running jobs whose files fit at their destination, in the order in which that was found: who comes later leaves them their room. */
final class JobsWithRoom {
    private final List<JobId> inOrder = new ArrayList<>(); // as many as run at once

    /** Those whose room this job must leave. */
    synchronized List<JobId> before(JobId job) {
        int own = inOrder.indexOf(job);
        return List.copyOf(own < 0 ? inOrder : inOrder.subList(0, own));
    }

    synchronized void fits(JobId job) {
        if (!inOrder.contains(job)) inOrder.add(job);
    }

    synchronized void ended(JobId job) {
        inOrder.remove(job);
    }
}
