/**
 * Reads the counters of the machine with OSHI: processors, network interfaces, disks.
 * It decides nothing: the server makes a line of two readings.
 * The server finds it by {@code META-INF/services} when a job is explained.
 * Safe on any thread; reading may take a moment.
 */
@NullMarked
package org.bdm.extension.load;

import org.jspecify.annotations.NullMarked;
