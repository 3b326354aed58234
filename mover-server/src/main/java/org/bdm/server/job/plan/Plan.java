package org.bdm.server.job.plan;

import org.bdm.core.control.plan.PlanView;
import org.bdm.server.look.Looks;

/** Finds out what a job would do, and changes nothing. */
public interface Plan extends Looks.LongLook {
    /** Returns the progress. Any thread. */
    PlanView view(String id);
}
