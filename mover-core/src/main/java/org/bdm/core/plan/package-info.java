/**
 * Decides which file and which of its ranges to ask for next, and how much to ask for ahead.
 * It asks nobody itself: it knows no source, no disk and no thread.
 * Called by {@code fetch}.
 * All types belong to the loop of the session that uses them.
 */
@NullMarked
package org.bdm.core.plan;

import org.jspecify.annotations.NullMarked;
