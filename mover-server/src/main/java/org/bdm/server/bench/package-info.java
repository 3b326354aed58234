/**
 * Measures links: the work of jobs of the kind BENCH, one at a time, over the data path of transfers, kept in the catalog.
 * The measuring itself is in core; here is when, under which limits, where to write, and what is remembered.
 * The scheduler starts it; submission keeps the jobs.
 * Safe on any thread that may block.
 */
@NullMarked
package org.bdm.server.bench;

import org.jspecify.annotations.NullMarked;
