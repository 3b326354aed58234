/**
 * Looks at trees of this site and of paired sites, and runs what takes its time on threads of its own.
 * It changes nothing anywhere, and decides nothing: plans, checks and the REST interface do.
 * Plans, checks and the resources of exports, sites and disputes use it.
 * A {@link Tree} belongs to one thread, which waits a bounded time; {@link Looks} refuses what does not fit.
 */
@NullMarked
package org.bdm.server.look;

import org.jspecify.annotations.NullMarked;
