/**
 * Measures a path: asks a source for bytes as a transfer does, checks what comes and drops it.
 * The bytes touch no disk of this end; whether they come from a disk is the source's matter.
 * Called by the server for one measurement at a time.
 * The listener of a source is called on its threads; the result completes on a thread of the timer.
 */
@NullMarked
package org.bdm.core.bench;

import org.jspecify.annotations.NullMarked;
