/**
 * Searches datasets, shows replica sets, takes events of ESGF-NG, and steers subscriptions and publications over HTTP.
 * It does no work: {@code dataset}, {@code discovery} and {@code upkeep} do.
 * Called by the servlet container.
 * Runs on servlet threads; a search waits for indexes, which have time limits.
 */
@NullMarked
package org.bdm.server.api.dataset;

import org.jspecify.annotations.NullMarked;
