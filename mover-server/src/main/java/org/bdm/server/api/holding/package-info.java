/**
 * Shows holdings, surveys, completeness and disputes over HTTP, writes manifests, and steers removal and quarantine.
 * It does no work: {@code holding} and {@code upkeep} do.
 * Called by the servlet container.
 * Runs on servlet threads; manifests and lists are streamed.
 */
@NullMarked
package org.bdm.server.api.holding;

import org.jspecify.annotations.NullMarked;
