/**
 * Measures links: one measurement at a time, over the data path of transfers, kept in the catalog.
 * The measuring itself is in core; here is who may, how long, under which limits, and what is remembered.
 * Called by the API.
 * Safe on any thread that may block.
 */
@NullMarked
package org.bdm.server.bench;

import org.jspecify.annotations.NullMarked;
