/**
 * The durable memory, beside the data at the destination, of which ranges of which file are safely on disk.
 * It is not the truth about a job (that is the catalog) and decides nothing: it tells what was written, synced and about to be placed.
 * Called by {@code writer} and {@code finish}, which append, and by {@code fetch}, which opens and reads it.
 * Safe on any thread that may block; appends are serialised, syncs are shared.
 */
@NullMarked
package org.bdm.core.journal;

import org.jspecify.annotations.NullMarked;
