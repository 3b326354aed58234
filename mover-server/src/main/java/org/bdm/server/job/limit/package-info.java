/**
 * Divides the limits of rates and streams that people set among the sessions of all jobs and nodes.
 * It reads limits and the work of other nodes from the catalog; it starts and stops nothing.
 * {@code job.run} tells it of sessions, which hear from it how much they may take; the API shows what it knows.
 * Safe on any thread.
 */
@NullMarked
package org.bdm.server.job.limit;

import org.jspecify.annotations.NullMarked;
