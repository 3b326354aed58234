/**
 * Decides whether a place may be used now: the windows of its link, the maintenance of sites, and bans.
 * It stops and starts nothing: jobs, the data port and connections ask it.
 * {@code job.run}, {@code job.listing} and the API call it; it reads the rules from the catalog twice a second.
 * Safe on any thread; only {@link org.bdm.server.site.opening.Openings#pass} and what the rows of the catalog need may block.
 */
@NullMarked
package org.bdm.server.site.opening;

import org.jspecify.annotations.NullMarked;
