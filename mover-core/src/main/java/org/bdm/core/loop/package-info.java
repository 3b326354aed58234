/**
 * Runs tasks one at a time on threads that are shared, for owners of state that many threads tell something.
 * It does not know what the tasks do, and makes no threads of its own.
 * Called by {@code fetch} and {@code source.bdm}, each session and each source with a loop of its own.
 * Posting is safe on any thread; the tasks of one loop never run at the same time.
 */
@NullMarked
package org.bdm.core.loop;

import org.jspecify.annotations.NullMarked;
