package org.bdm.server.api;

import org.bdm.core.control.PlanView;

/** Finds out what a job would do, and changes nothing. */
interface Plan extends Looks.LongLook {
    /** How far it is. Any thread. */
    PlanView view(String id);
}
