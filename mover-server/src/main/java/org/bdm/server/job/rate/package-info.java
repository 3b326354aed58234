/**
 * Counts what links and jobs move, by time, and keeps and reads it for those who look.
 * It neither limits nor steers anything, and knows no session: {@code job.limit} tells it what moved.
 * The upkeep of the process has it write; the API reads.
 * Safe on any thread; reading and writing may block.
 */
@NullMarked
package org.bdm.server.job.rate;

import org.jspecify.annotations.NullMarked;
