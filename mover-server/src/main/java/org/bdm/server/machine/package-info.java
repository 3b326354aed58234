/**
 * The load of the machine that this process runs on, beside what the process knows of itself: processors, network interfaces, disks.
 * An extension reads the counters of the system, this makes a line of them, and nothing is decided by it.
 * Called by the API when a job is explained.
 * Safe on any thread; reading may take a moment.
 */
@NullMarked
package org.bdm.server.machine;

import org.jspecify.annotations.NullMarked;
