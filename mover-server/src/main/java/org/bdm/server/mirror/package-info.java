/**
 * Compares the destination of a mirror job with what the job listed, makes the plan of removal, and moves the files of a plan into the quarantine
 * and back. It is not the place of plans of datasets, nor does it decide when work is done: that is {@code upkeep}, which calls it.
 * Every call belongs to one thread that may block; what a process that was killed began, the next call ends.
 */
@NullMarked
package org.bdm.server.mirror;

import org.jspecify.annotations.NullMarked;
