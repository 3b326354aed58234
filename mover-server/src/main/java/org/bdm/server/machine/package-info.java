/**
 * The load of the machine that this process runs on, beside what the process knows of itself: processors, network interfaces, disks.
 * It reads the counters of the system with OSHI and decides nothing.
 * Called by the API when a job is explained.
 * Safe on any thread; reading may take a moment.
 */
@NullMarked
package org.bdm.server.machine;

import org.jspecify.annotations.NullMarked;
