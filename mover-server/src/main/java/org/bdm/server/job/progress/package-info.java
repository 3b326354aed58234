/**
 * The state of running jobs beyond the catalog: files and bytes under way, rates, what limits them; and the report at the end.
 * It decides nothing: who moves files tells it, who shows them asks.
 * Called by {@code job.run} and the API.
 * Safe on any thread.
 */
@NullMarked
package org.bdm.server.job.progress;

import org.jspecify.annotations.NullMarked;
