/**
 * Measures a path: asks a source for bytes as a transfer does, checks what comes, and drops it or writes it into a work area.
 * Keeps nothing: what is written is removed. Whether the bytes come from a disk is the source's matter.
 * Called by the server for one measurement at a time.
 * The listener of a source is called on its threads; the result completes on a thread of the timer.
 */
@NullMarked
package org.bdm.core.bench;

import org.jspecify.annotations.NullMarked;
