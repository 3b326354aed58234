/**
 * Records which files this site holds and with which evidence, and finds held files again by path, digest or job.
 * The rules of what a look at a file leads to are pure, in {@code HoldingRules}; docs/holdings.md says them in words.
 * Transfers, listings, surveys and disputes use it.
 * Calls block for the catalog or the disk; what is written is durable when its future is done.
 */
@NullMarked
package org.bdm.server.holding.record;

import org.jspecify.annotations.NullMarked;
